// Protects: what a mail server says later of an email of ours is seen where it belongs, and of no other email.
import { expect, test } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { retryEmails } from '#server/email/backlog.ts';
import { addTeamEmails } from '#server/email/email-store.ts';
import { mailboxOf } from '#server/email/mailer.ts';
import { reminder } from '#server/submissions/sla/reminder-email.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { deliveryReport, deliveryReports, type Report } from '#testing/fixtures/delivery-reports.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';
import { withMail } from '#testing/with-mail.ts';

const databases = testDatabases();
const mailReplyTo = 'claims@kerbside.example';

async function setup(mailTo = [mailboxOf('claims@kerbside.example')]) {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const mail = await withMail(testDesk, { emailsSenders: true, mailReplyTo, mailTo });
  const { desk, inbound, server, database } = mail;
  const sending = mail.startWorker();
  const worker = testDesk.startWorker(inbound.jobs, { ...sending.app });
  const emailsTo = (address: string) => server.emails.filter(({ envelope }) => envelope.to.includes(address));
  const jobs = () => database.db.selectFrom('jobs').selectAll().where('template', 'is not', null).orderBy('id').execute();
  /** Lets what is due leave. */
  const send = async () => {
    sending.wake();
    const due = async () => (await jobs()).filter(({ run_at: at }) => at <= mail.clock.time);
    await until('the emails to leave', async () => (await due()).every(({ finished_at: at }) => at !== null));
  };
  const read = async () => {
    worker.wake();
    const open = () =>
      database.db
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'in', ['inbound-email', 'delayed-email'])
        .where('finished_at', 'is', null)
        .where('run_at', '<=', mail.clock.time)
        .execute();
    await until('what is due to be read', async () => (await open()).length === 0);
  };
  const receive = async (report: Report, raw: string) => {
    await mail.advance(minute);
    await inbound.receive(deliveryReport(report, raw), 'imap');
    await read();
  };
  /** Three e-mails of one thread to a claimant, who was spoken to. */
  const writeThree = async () => {
    const id = await mail.storeClaim(aoife, { reference: '7F4M-9TQX' });
    await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
    for (const text of ['First', 'Second', 'Third']) {
      await desk.runAction(olu, id, { type: 'message written', subject: 'Your claim', text, key: text, line: '+9d' });
      await mail.advance(11_000);
      await send();
    }
    const raw = emailsTo(String(aoife.email)).find((email) => email.text?.includes('Second'))?.raw ?? '';
    const view = async () => {
      const found = await desk.submission(olu, id);
      if (!found) throw new Error('It is gone.');
      return found;
    };
    const states = async () => (await view()).messages.map(({ email }) => email?.state);
    return { id, raw, view, states };
  };
  return { ...mail, sending, emailsTo, jobs, send, read, receive, writeThree };
}

const failed = deliveryReports.find(({ server }) => server.startsWith('Exim')) as Report;
const delayed = deliveryReports.find(({ server }) => server.endsWith('last word is a delay')) as Report;

const commented = { ...failed, server: 'a server that adds a comment (RFC 3464)', status: failed.status.map(withComment) };

function withComment(line: string): string {
  return line.replace('Action: failed', '$& (given up)');
}

test.each([...deliveryReports, commented])(
  'a report of $server is about its email and no other, in its words',
  async (report) => {
    const { receive, writeThree } = await setup();
    const { raw, view, states } = await writeThree();
    await receive(report, raw);
    expect(await states()).toEqual(['sent', { failed: 'returned', delayed: 'delayed', other: 'sent' }[report.action], 'sent']);
    const { messages } = await view();
    const words = report.words.replace('TO', String(aoife.email));
    if (report.action !== 'other') expect(messages[1]?.email).toMatchObject({ detail: words, attempts: [{}, { detail: words }] });
    expect(messages.map(({ state }) => state)).toEqual([
      'written',
      report.action === 'failed' ? 'returned' : 'written',
      'written',
    ]);
  },
);

test('an email that was put off and of which nothing more is heard is perhaps not delivered after two days, and is followed up', async () => {
  const { receive, read, writeThree, advance, now, desk } = await setup();
  const { id, raw, view, states } = await writeThree();
  await receive(delayed, raw);
  await advance(day);
  await receive(delayed, raw);
  await advance(2 * day - minute);
  await read();
  expect(await states()).toEqual(['sent', 'delayed', 'sent']);
  const { next } = await view();
  await advance(minute);
  await read();
  expect(await states()).toEqual(['sent', 'perhaps not delivered', 'sent']);
  expect((await view()).next).toMatchObject({ kind: 'chase', at: now() });
  expect(next?.at).toBeGreaterThan(now());
  expect((await view()).perhapsNotDelivered).toBe(delayed.words);
  expect((await desk.queue(olu, { own: false })).map((row) => [row.id, row.band])).toEqual([[id, 'follow up']]);
  await advance(1);
  await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
  expect((await view()).perhapsNotDelivered).toBeNull();
});

test('one that came back after a delay is returned, and its follow-up is due', async () => {
  const { receive, read, writeThree, advance, now } = await setup();
  const { raw, view, states } = await writeThree();
  await receive(delayed, raw);
  await receive(failed, raw);
  expect((await view()).next).toMatchObject({ kind: 'chase', at: now() });
  await advance(3 * day);
  await read();
  expect(await states()).toEqual(['sent', 'returned', 'sent']);
});

test('a message of staff that came back can be sent again', async () => {
  const { receive, writeThree, send, emailsTo, desk, advance } = await setup();
  const { id, raw, view, states } = await writeThree();
  await receive(failed, raw);
  await desk.runAction(olu, id, { type: 'email sent again', emailId: (await view()).messages[1]?.id ?? '' });
  await advance(1);
  await send();
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
  expect(emailsTo(String(aoife.email)).filter((email) => email.text?.includes('Second'))).toHaveLength(2);
});

test('one whose fate at our mail server was not known is returned where it comes back', async () => {
  const { receive, writeThree, database } = await setup();
  const { raw, view, states } = await writeThree();
  const unknown = { last_outcome: 'perhaps not delivered' };
  await database.db
    .updateTable('jobs')
    .set(unknown)
    .where('id', '=', (await view()).messages[1]?.id ?? '')
    .execute();
  await receive(failed, raw);
  expect(await states()).toEqual(['sent', 'returned', 'sent']);
});

test.each([
  ['returned', failed],
  ['put off, with nothing heard since,', delayed],
])('an email to the team or to staff that is %s raises what a refused one raises', async (_, report) => {
  const { storeClaims, storeAccountEmail, send, emailsTo, receive, read, jobs, advance, sending, logged } = await setup();
  await storeClaims(aoife);
  await storeAccountEmail('olu@kerbside.example');
  await send();
  for (const to of ['claims@kerbside.example', 'olu@kerbside.example']) await receive(report, emailsTo(to)[0]?.raw ?? '');
  await advance(3 * day);
  await read();
  const toTeam = (await jobs()).filter(({ kind }) => kind === 'email');
  expect(toTeam).toMatchObject([0, 1].map(() => ({ finished_at: null, failed_at: expect.any(Number), last_outcome: 'refused' })));
  await sending.checkAlarms();
  expect(sending.alarms().find(({ name }) => name === 'email_failed')?.message).toContain('2 failed');
  expect(logged('email returned')).toHaveLength(2);
});

test.each([
  ['returned', failed, 'office@kerbside.example'],
  ['returned, with the address in angle brackets,', failed, '<office@kerbside.example>'],
  ['put off, with nothing heard since,', delayed, 'office@kerbside.example'],
])('an email to two addresses of the team that is %s from one has failed for that one alone', async (_, report, named) => {
  const [claims, office] = ['claims@kerbside.example', 'Office@kerbside.example'];
  const { storeClaims, send, emailsTo, receive, read, jobs, advance, database, now } = await setup(
    [claims, office].map(mailboxOf),
  );
  await storeClaims(aoife);
  await send();
  const [{ raw } = { raw: '' }] = emailsTo(claims);
  const ofOffice = { ...report, server: '', status: report.status.map((line) => line.replace('TO', named)) };
  // Two hops may both report it.
  for (let count = 0; count < 2; count += 1) await receive(ofOffice, raw);
  await advance(3 * day);
  await read();
  const toTeam = async () => (await jobs()).filter(({ kind }) => kind === 'email');
  expect(await toTeam()).toMatchObject([
    { recipient: null, finished_at: expect.any(Number), failed_at: null },
    { recipient: office, finished_at: null, failed_at: expect.any(Number), last_outcome: 'refused' },
  ]);
  await retryEmails(database, now());
  await send();
  expect([emailsTo(claims).length, emailsTo(office).length]).toEqual([1, 2]);
});

test('a report that names the claim alone is about the email to its claimant, and not about one to the team of the same moment', async () => {
  const { storeClaim, send, emailsTo, receive, jobs, sending } = await setup();
  await storeClaim(aoife, { reference: '7F4M-9TQX' });
  await send();
  const unnamed = deliveryReports.find(({ server }) => server.endsWith('without our own header')) as Report;
  await receive(unnamed, emailsTo(String(aoife.email))[0]?.raw ?? '');
  const outcomes = (await jobs()).map(({ kind, last_outcome: outcome }) => `${kind}: ${outcome}`);
  expect(outcomes.toSorted()).toEqual(['acknowledgement: refused', 'email: sent']);
  await sending.checkAlarms();
  expect(sending.alarms()).toEqual([]);
});

test('a report that names an email of nobody changes nothing', async () => {
  const { receive, writeThree, jobs } = await setup();
  const { raw, states } = await writeThree();
  const before = await jobs();
  await receive(failed, raw.replaceAll('@kerbside.example', '@elsewhere.example'));
  expect([await states(), await jobs()]).toEqual([['sent', 'sent', 'sent'], before]);
});

test('a digest that came back is every email of it', async () => {
  const { storeClaim, send, emailsTo, receive, jobs, database, now } = await setup();
  const ids = [await storeClaim(aoife), await storeClaim(lukasz), await storeClaim(xiaoming)];
  const recipient = 'grace@kerbside.example';
  await database.write((tx) =>
    addTeamEmails(
      tx,
      reminder,
      ids.map((subjectId) => ({ subjectId, recipient, createdAt: now() })),
    ),
  );
  await send();
  expect(emailsTo(recipient)).toHaveLength(1);
  await receive(failed, emailsTo(recipient)[0]?.raw ?? '');
  const failures = (await jobs()).filter(({ failed_at: at }) => at !== null).map(({ subject_id: id }) => id);
  expect(failures.toSorted()).toEqual(ids.toSorted());
});
