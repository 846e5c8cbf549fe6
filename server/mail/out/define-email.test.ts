// Protects: a kind of email is one definition: how it is sent, addressed, held back and called follows from it.
import { expect, test } from 'vitest';
import { submissionEmails } from '#server/claims/submission-emails.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { defineEmail, titleOf } from './define-email.ts';
import { addTeamEmails, emailToSender } from './email-store.ts';

const render = (name: string) => ({ subject: `Trial: ${name}`, title: 'A trial', paragraphs: ['Tried.'] });

const toSender = defineEmail({
  template: 'trial',
  title: 'To the sender: a trial',
  to: 'sender',
  reads: async (_db, row) => (row.closed_at === null ? { name: row.reference } : null),
  render: (_email, { name }: { name: string }) => render(name),
});

const toTeam = defineEmail({
  template: 'team-trial',
  title: 'To the team: a trial',
  to: 'team',
  replyTo: 'sender',
  digest: {
    everyMs: 0,
    render: (emails) => ({ subject: `${emails.length} trials`, title: 'Trials', entries: [] }),
  },
  render: ({ reference }) => render(reference),
});

const kinds = [...submissionEmails, toSender, toTeam];

async function setup() {
  const testMailer = await openMail({ emailsSenders: true, moreKinds: [toSender, toTeam] });
  const { database, emails, senderEmails, storeClaims, startWorker, clock } = testMailer;
  await storeClaims(aoife, aoife);
  const ids = (await emails()).map(({ subject_id }) => subject_id ?? '');
  await database.db.deleteFrom('jobs').execute();
  return {
    ...testMailer,
    ids,
    /** Stores both emails about each claim, and sends what may be sent. */
    sendAll: async () => {
      await database.write(async (tx) => {
        const createdAt = clock.now();
        for (const id of ids)
          await enqueue(tx, emailToSender({ id, formName: 'Make a Claim', data: aoife }, toSender, createdAt));
        await addTeamEmails(
          tx,
          toTeam,
          ids.map((subjectId) => ({ subjectId, createdAt })),
        );
      });
      startWorker();
      const all = async () => [...(await emails()), ...(await senderEmails())];
      await until('each to be settled', async () => (await all()).every(({ finished_at }) => finished_at !== null));
      return (await all()).map(({ template, last_outcome, last_detail }) => ({ template, last_outcome, last_detail }));
    },
  };
}

test('it is sent to whom it says, with what it reads, and a reply reaches whom it says', async () => {
  const { sendAll, server } = await setup();
  await sendAll();
  const toSenders = server.emails.filter(({ envelope }) => envelope.to[0] === aoife.email);
  expect(toSenders.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Trial: \w+$/),
    expect.stringMatching(/^Trial: \w+$/),
  ]);
  expect(toSenders[0]?.replyTo?.[0]?.address).toBe('claims@kerbside.example');
  // Those to the team leave as one.
  expect(server.emails.filter((email) => !toSenders.includes(email)).map(({ subject }) => subject)).toEqual(['2 trials']);
});

test('it is not sent where nothing is left to tell, nor in quarantine', async () => {
  const { sendAll, database, server, ids, clock } = await setup();
  const [closed = '', quarantined = ''] = ids;
  const set = (id: string, values: object) =>
    database.db.updateTable('form_submissions').set(values).where('id', '=', id).execute();
  await set(closed, { closed_at: clock.now() });
  await set(quarantined, { quarantined_at: clock.now() });
  const notSent = (template: string, last_detail: string) => ({ template, last_outcome: 'not sent', last_detail });
  const settled = await sendAll();
  expect(settled).toHaveLength(4);
  expect(settled).toContainEqual(notSent('trial', 'It was undone.'));
  for (const template of ['trial', 'team-trial']) expect(settled).toContainEqual(notSent(template, 'It is in quarantine.'));
  expect(server.emails.map(({ envelope, subject }) => [envelope.to[0], subject?.slice(0, 6)])).toEqual([
    ['claims@kerbside.example', 'Trial:'],
  ]);
});

test('the desk calls it by its title', () => {
  expect(titleOf(kinds, 'trial')).toBe('To the sender: a trial');
  // One of a later version.
  expect(titleOf(kinds, 'unknown')).toBe('unknown');
});
