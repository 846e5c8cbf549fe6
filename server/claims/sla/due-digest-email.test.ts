// Protects: the digest of who waits is written when it is sent, lists only who still waits, and has nothing that a visitor typed.
import { expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { tenOClock } from '#testing/create-test-desk.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { dueDigestContent } from './due-digest-email.ts';
import { maxListed, type Unanswered } from './waiting-for-contact.ts';

async function setup() {
  const testMail = await openMail();
  const { database, emails, storeClaim } = testMail;
  /** A claim without the e-mail to the team that it causes. */
  const storeQuietly = async (...claim: Parameters<typeof storeClaim>) => {
    const id = await storeClaim(...claim);
    await database.db.deleteFrom('jobs').where('subject_id', '=', id).execute();
    const { reference } = await database.db
      .selectFrom('form_submissions')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { id, reference };
  };
  const settled = () =>
    until('every email', async () => (await emails()).every(({ finished_at, last_outcome }) => finished_at ?? last_outcome));
  return { ...testMail, storeQuietly, settled };
}

test('the team gets what waits, the first due at the top, and owners what is overdue, each with its reference, times and link', async () => {
  const { server, startWorker, storeQuietly, settled, sendDueReminders, advance } = await setup();
  const late = await storeQuietly();
  await advance(20 * hour);
  const start = await storeQuietly(aoife, { formName: roadside.name, ownTargetAt: tenOClock + 20 * hour + 15 * minute });
  await advance(4 * hour);
  await sendDueReminders();
  startWorker();
  await settled();
  const [owner, team] = server.emails.toSorted((one) => (one.envelope.to[0] === grace.email ? -1 : 1));
  expect(server.emails).toHaveLength(2);
  expect([owner?.subject, team?.subject]).toEqual([
    '[Desk] 1 waits for contact, 1 overdue',
    '[Desk] 2 wait for contact, 1 overdue',
  ]);
  expect(owner?.text).toContain(`${late.reference}\nMake a Claim: 24 hours without contact\nOverdue. We promised contact by`);
  expect(owner?.text).not.toContain(start.reference);
  expect(team?.text?.indexOf(start.reference)).toBeLessThan(team?.text?.indexOf(late.reference) ?? 0);
  expect(team?.text).toContain('Our own target of 15 minutes is missed.');
  expect(team?.text).toContain(`https://kerbside.example/desk/submissions/${start.id}`);
  for (const typed of [aoife.fullName, aoife.phone, aoife.email, aoife.vehicleReg])
    for (const email of [owner, team]) expect(`${email?.text}${email?.html}`).not.toContain(typed);
});

test('after an outage the newest digest alone is sent, without those who were called meanwhile, and none where nobody waits', async () => {
  const { server, startWorker, storeQuietly, settled, sendDueReminders, advance, desk, emails, database } = await setup();
  const called = await storeQuietly();
  const waits = await storeQuietly();
  await advance(24 * hour);
  for (let hours = 0; hours < 5; hours += 1) {
    await sendDueReminders();
    await advance(hour);
  }
  expect(await emails()).toHaveLength(2);
  await desk.runAction(olu, called.id, { type: 'contacted' });
  const outbox = startWorker();
  await settled();
  expect(server.emails).toHaveLength(2);
  for (const { text } of server.emails) {
    expect(text).toContain(`${waits.reference}\nMake a Claim: 29 hours without contact`);
    expect(text).not.toContain(called.reference);
  }
  await sendDueReminders();
  await database.db.updateTable('form_submissions').set({ withdrawn_at: 1 }).where('id', '=', waits.id).execute();
  outbox.wake();
  await settled();
  expect(server.emails).toHaveLength(2);
  expect((await emails()).filter(({ last_detail }) => last_detail === 'Nothing is left to tell.')).toHaveLength(2);
});

test('a digest lists so many, and says that there are more', () => {
  const one: Unanswered = {
    id: '1',
    reference: '7F4M-9TQX',
    formName: 'Make a Claim',
    createdAt: tenOClock,
    dueAt: tenOClock + 24 * hour,
    ownTargetAt: null,
    nextAt: tenOClock + 24 * hour,
    isQuarantined: false,
  };
  const all = Array.from({ length: maxListed }, () => one);
  const full = dueDigestContent(all, tenOClock + hour, 'https://kerbside.example');
  expect([full.subject, full.entries?.length]).toEqual([`[Desk] ${maxListed} or more wait for contact`, maxListed]);
  expect(full.paragraphs?.at(-1)).toBe('Only the first are listed here: the desk has all.');
  const some = dueDigestContent(all.slice(1), tenOClock + hour, 'https://kerbside.example');
  expect([some.subject, some.paragraphs?.length]).toEqual([`[Desk] ${maxListed - 1} wait for contact`, 1]);
});
