// Protects: an acknowledgement tells its sender what comes next, and never delays or alarms the team.
import type { SMTPServerAddress, SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { regulation } from '#content/conditions.ts';
import { companyDetails } from '#content/legal.ts';
import { site } from '#content/site.ts';
import { hour, minute } from '#forms/durations.ts';
import { progress } from '#server/claims/actions/progress-email.ts';
import { claimantUpdate } from '#server/claims/claimant-emails.ts';
import { reply } from '#server/claims/messages/reply-email.ts';
import { acknowledgement, newLink } from '#server/claims/sender-emails.ts';
import { createSubmissionStore } from '#server/claims/submission-store.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { decodeHtml } from '#testing/decode-html.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { claimFrom } from '#testing/fixtures/submissions.ts';
import { type ReceivedEmail, startMailServer } from '#testing/mail-server.ts';
import { until } from '#testing/until.ts';
import { openMail, withMail } from '#testing/with-mail.ts';
import { countBacklog, stuckEmails } from './backlog.ts';
import type { SenderEmail } from './define-email.ts';
import { renderEmail } from './email-layout.tsx';
import { addTeamEmails } from './email-store.ts';

const team = 'claims@kerbside.example';
const isToTeam = ({ envelope }: ReceivedEmail) => envelope.to[0] === team;

/** A mail server that gives this response to every recipient but the team. */
function refusingSenders(code: number, text: string): SMTPServerOptions {
  return {
    onRcptTo: ({ address }: SMTPServerAddress, _session, done) =>
      done(address === team ? null : Object.assign(new Error(text), { responseCode: code })),
  };
}

async function createAcknowledging(options: SMTPServerOptions = {}) {
  const testMailer = await openMail({ emailsSenders: true, ...options });
  const { senderEmails, database } = testMailer;
  return {
    ...testMailer,
    settled: () => until('it to be settled', async () => (await senderEmails()).every((one) => one.finished_at !== null)),
    outcomes: async () => (await senderEmails()).map(({ last_outcome }) => last_outcome),
    sendNow: () => database.db.updateTable('jobs').set({ run_at: 0 }).where('finished_at', 'is', null).execute(),
  };
}

test('an acknowledgement has the reference, the hour, the helpline and the private link, and nothing that was typed', async () => {
  const { server, startWorker, database, clock } = await createAcknowledging();
  const claim = claimFrom(aoife, { reference: '7F4M-9TQX', dueAt: Date.UTC(2030, 10, 21, 22, 5), createdAt: clock.now() });
  await createSubmissionStore(database, { emailsSenders: true }).insertAll([claim]);
  startWorker();
  const email = await server.waitForEmail((one) => !isToTeam(one));
  expect(email.envelope.to).toEqual([aoife.email]);
  expect(email.subject).toBe('We have your claim: reference 7F4M-9TQX');
  expect(email.from).toEqual({ name: site.brand, address: 'website@kerbside.example' });
  expect(email.replyTo).toEqual([{ name: '', address: team }]);
  expect(email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied');
  const link = /https:\/\/kerbside\.example\/your-claim\/7F4M9TQX[\w-]{32}/;
  for (const body of [email.text, email.html]) {
    expect(body).toMatch(link);
    for (const fact of ['7F4M-9TQX', site.helpline.display, 'Thursday 21 November, 22:05']) expect(body).toContain(fact);
    expect(body).toContain('We have not told any insurer. Legal time limits keep running.');
    // Staff enter claims of people who rang, too.
    expect(body).toContain('If you did not contact us,');
    for (const typed of Object.values(aoife).filter((value) => value.length > 3 && value !== 'claim'))
      expect(body).not.toContain(typed);
  }
});

test('a message is acknowledged without a link and without an hour', async () => {
  const { server, startWorker, database, clock } = await createAcknowledging();
  await createSubmissionStore(database, { emailsSenders: true }).insertAll([
    claimFrom(aoife, { formName: 'Contact Us', createdAt: clock.now() }),
  ]);
  startWorker();
  const email = await server.waitForEmail((one) => !isToTeam(one));
  expect(email.subject).toMatch(/^We have your message: reference /);
  expect(email.text).toContain('A person will read it and be in touch.');
  expect(email.text).not.toContain('your-claim');
  expect(email.text).not.toContain('insurer');
  expect(email.text).toContain(companyDetails);
});

test.each([
  ['does not know them', 550, '5.1.1 No such user'],
  ['refuses us as if we were the fault', 550, '5.7.1 Relaying denied'],
])(
  'a mail server that %s refuses the acknowledgement alone: the circuit stays closed, and no email has failed',
  async (_, code, text) => {
    const { server, startWorker, storeClaims, senderEmails, emails, settled, database, now } = await createAcknowledging(
      refusingSenders(code, text),
    );
    const outbox = startWorker();
    await storeClaims(aoife);
    outbox.wake();
    await settled();
    await until('the team to have theirs', async () => (await emails())[0]?.finished_at);
    expect(await senderEmails()).toMatchObject([{ last_outcome: 'refused', failed_at: null, attempts: 1 }]);
    expect((await senderEmails())[0]?.last_detail).toContain(text);
    expect(await emails()).toMatchObject([{ last_outcome: 'sent' }]);
    await outbox.checkAlarms();
    expect(outbox.alarms()).toEqual([]);
    expect(await countBacklog(database)).toEqual({ waiting: 0, oldestSince: null, failed: 0 });
    expect(await stuckEmails(database, now() + hour)).toEqual([]);
    await storeClaims(lukasz);
    outbox.wake();
    await until('the next email to the team', () => server.emails.filter(isToTeam).length === 2);
  },
);

test('an acknowledgement that is deferred is attempted again, and given up without a failure after a day', async () => {
  const { startWorker, storeClaims, senderEmails, outcomes, clock, settled } = await createAcknowledging(
    refusingSenders(451, '4.7.1 Greylisted'),
  );
  const outbox = startWorker();
  await storeClaims(aoife);
  outbox.wake();
  await until('a first attempt', async () => (await outcomes())[0] === 'deferred');
  clock.time += minute;
  outbox.wake();
  await until('a second attempt', async () => Number((await senderEmails())[0]?.attempts) > 1);
  clock.time += 24 * hour;
  outbox.wake();
  await settled();
  expect(await senderEmails()).toMatchObject([{ last_outcome: 'not sent', failed_at: null }]);
});

test('after an outage the emails to the team are sent first', async () => {
  const { server, startWorker, storeClaims, emails, clock, settled } = await createAcknowledging();
  await server.close();
  // Each address has a domain of its own, because of the limit for a domain.
  await storeClaims(...Array.from({ length: 20 }, (_, i) => ({ ...aoife, email: `aoife@kerb${i}.example` })));
  const outbox = startWorker();
  await until('a first attempt', async () => {
    const rows = await emails();
    return rows.some((email) => email.last_outcome === 'unreachable') && rows.every((email) => email.lease_until === null);
  });
  const back = await startMailServer({ port: server.port });
  onTestFinished(() => back.close());
  clock.time += 2 * minute;
  outbox.wake();
  await until('everything', () => back.emails.length === 40);
  await settled();
  // The last five may be on their way when the first acknowledgement is leased.
  expect(back.emails.findIndex((email) => !isToTeam(email))).toBeGreaterThanOrEqual(15);
});

test('a mailbox of the team that takes nothing holds no acknowledgement', async () => {
  const { server, startWorker, storeClaims, settled } = await createAcknowledging({
    onRcptTo: ({ address }, _session, done) =>
      done(address === team ? Object.assign(new Error('4.2.2 Mailbox full'), { responseCode: 452 }) : null),
  });
  await storeClaims(...Array.from({ length: 3 }, (_, i) => ({ ...aoife, email: `aoife@kerb${i}.example` })));
  startWorker();
  await until('all three', () => server.emails.length === 3);
  await settled();
});

test('once the mail server is known to be down only emails to the team are attempted', async () => {
  const { server, clock, startWorker, storeClaims, emails, senderEmails } = await createAcknowledging();
  await server.close();
  await storeClaims(aoife);
  const outbox = startWorker();
  await until('an attempt', async () => (await emails())[0]?.last_outcome === 'unreachable');
  await storeClaims(lukasz);
  for (const look of ['a look', 'one after it has waited for the others', 'its end']) {
    clock.time += 6_000;
    outbox.wake();
    await until(look, () => outbox.lastTickAt() === clock.time);
  }
  expect((await senderEmails()).filter(({ recipient }) => recipient === lukasz.email)).toMatchObject([
    { attempts: 0, last_outcome: null },
  ]);
});

test('an acknowledgement that hangs delays no email to the team', async () => {
  const { server, startWorker, storeClaims } = await createAcknowledging({
    onRcptTo: ({ address }, _session, done) => {
      if (address === team) done();
    },
  });
  const outbox = startWorker();
  await storeClaims(aoife, lukasz);
  outbox.wake();
  await until('the first emails', () => server.emails.length === 2);
  await storeClaims(...Array.from({ length: 20 }, () => aoife));
  outbox.wake();
  await until('all emails to the team', () => server.emails.filter(isToTeam).length === 22);
});

test('nothing is sent about a claim that was put in quarantine after its emails were leased', async () => {
  const { server, startWorker, storeClaims, database, clock, emails, senderEmails, settled } = await createAcknowledging();
  await storeClaims(aoife);
  const subjectId = (await emails())[0]?.subject_id ?? '';
  await database.write(async (tx) => {
    const to = { kind: 'acknowledgement', subjectId, recipient: aoife.email, createdAt: clock.now() };
    await addTeamEmails(tx, claimantUpdate, [{ subjectId, createdAt: clock.now() }]);
    await enqueue(tx, [
      { ...to, template: 'new-link' },
      { ...to, template: 'progress' },
    ]);
    await tx.deleteFrom('jobs').where('template', 'in', ['notification', 'acknowledgement']).execute();
    await tx.updateTable('form_submissions').set({ quarantined_at: clock.now() }).execute();
  });
  startWorker();
  await settled();
  await until("the team's", async () => (await emails()).every(({ finished_at }) => finished_at !== null));
  for (const email of [...(await emails()), ...(await senderEmails())])
    expect(email).toMatchObject({ last_outcome: 'not sent', last_detail: 'It is in quarantine.' });
  expect(server.emails).toEqual([]);
});

test('acknowledgements that wait when ACKNOWLEDGE is turned off are not sent', async () => {
  const { database, storeClaims } = await createAcknowledging();
  await storeClaims(aoife);
  const { startWorker, server, senderEmails } = await withMail(await createTestDesk(database));
  startWorker();
  await until('it to be settled', async () => (await senderEmails())[0]?.finished_at);
  expect(await senderEmails()).toMatchObject([{ last_outcome: 'not sent', last_detail: 'ACKNOWLEDGE is off.' }]);
  expect(server.emails.every(isToTeam)).toBe(true);
});

const told: SenderEmail = {
  form: { name: 'Make a Claim', isClaim: true, responseTargetHours: 24 },
  reference: '7F4M-9TQX',
  dueAt: null,
  isDueAhead: false,
  isIncomplete: false,
  privateLink: 'https://kerbside.example/your-claim',
  translation: null,
};

test.each([
  ['the acknowledgement', acknowledgement],
  ['a new link', newLink],
  ['progress', progress],
  ['an answer', reply],
])('%s says at its foot who we are, and by whom we are regulated', (_, { render }) => {
  const news = { title: 'We have been in touch about your claim', sentences: ['Please call us.'] };
  const answer = { ...news, subject: 'Your claim', text: 'Please call us.', references: [] };
  const { text, html } = renderEmail(render(told, answer as never));
  const foot = `${companyDetails} ${regulation}`;
  expect(text.trimEnd().endsWith(foot)).toBe(true);
  expect(decodeHtml(html)).toContain(foot);
  for (const fact of [site.legalName, site.companyNumber, ...site.address]) expect(companyDetails).toContain(fact);
});
