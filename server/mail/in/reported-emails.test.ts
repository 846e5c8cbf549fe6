// Protects: what a mail server says later of an email of ours is seen where it belongs, and of no other email.
import { expect, test } from 'vitest';
import { day, minute } from '#forms/durations.ts';
import { escalationEmail } from '#server/claims/sla/escalation-email.ts';
import { addTeamEmails } from '#server/mail/out/email-store.ts';
import { testDatabases } from '#testing/databases.ts';
import { deliveryReports, type Report } from '#testing/fixtures/delivery-reports.ts';
import { aoife, lukasz, xiaoming } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { openReportedEmails } from '#testing/open-reported-emails.ts';

const databases = testDatabases();

const failed = deliveryReports.find(({ server }) => server.startsWith('Exim')) as Report;
const delayed = deliveryReports.find(({ server }) => server.endsWith('last word is a delay')) as Report;

const commented = { ...failed, server: 'a server that adds a comment (RFC 3464)', status: failed.status.map(withComment) };

function withComment(line: string): string {
  return line.replace('Action: failed', '$& (given up)');
}

test('a report of any server is about its email and no other, in its words', async () => {
  const { receive, write } = await openReportedEmails(await databases.open());
  const reports = [...deliveryReports, commented];
  const { rawOf, view, states } = await write(...reports.map(({ server }) => `${server}.`));
  const expected = reports.map(() => 'sent');
  for (const [place, report] of reports.entries()) {
    await receive(report, rawOf(`${report.server}.`));
    expected[place] = { failed: 'returned', delayed: 'delayed', other: 'sent' }[report.action];
    expect(await states(), report.server).toEqual(expected);
    const { state, email } = (await view()).messages[place] ?? {};
    expect(state, report.server).toBe(report.action === 'failed' ? 'returned' : 'written');
    const words = report.words.replace('TO', String(aoife.email));
    if (report.action !== 'other') expect(email).toMatchObject({ detail: words, attempts: [{}, { detail: words }] });
  }
});

test('an email that was put off and of which nothing more is heard is perhaps not delivered after two days, and is followed up', async () => {
  const { receive, read, writeThree, advance, now, desk } = await openReportedEmails(await databases.open());
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
  const { receive, read, writeThree, advance, now } = await openReportedEmails(await databases.open());
  const { raw, view, states } = await writeThree();
  await receive(delayed, raw);
  await receive(failed, raw);
  expect((await view()).next).toMatchObject({ kind: 'chase', at: now() });
  await advance(3 * day);
  await read();
  expect(await states()).toEqual(['sent', 'returned', 'sent']);
});

test('a message of staff that came back can be sent again', async () => {
  const { receive, writeThree, send, emailsTo, desk, advance } = await openReportedEmails(await databases.open());
  const { id, raw, view, states } = await writeThree();
  await receive(failed, raw);
  await desk.runAction(olu, id, { type: 'email sent again', emailId: (await view()).messages[1]?.id ?? '' });
  await advance(1);
  await send();
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
  expect(emailsTo(String(aoife.email)).filter((email) => email.text?.includes('Second'))).toHaveLength(2);
});

test('one whose fate at our mail server was not known is returned where it comes back', async () => {
  const { receive, writeThree, database } = await openReportedEmails(await databases.open());
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

test('a report that names the claim alone is about the email to its claimant, and not about one to the team of the same moment', async () => {
  const { storeClaim, send, emailsTo, receive, jobs, sending } = await openReportedEmails(await databases.open());
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
  const { receive, writeThree, jobs } = await openReportedEmails(await databases.open());
  const { raw, states } = await writeThree();
  const before = await jobs();
  await receive(failed, raw.replaceAll('@kerbside.example', '@elsewhere.example'));
  expect([await states(), await jobs()]).toEqual([['sent', 'sent', 'sent'], before]);
});

test('a digest that came back is every email of it', async () => {
  const { storeClaim, send, emailsTo, receive, jobs, database, now } = await openReportedEmails(await databases.open());
  const ids = [await storeClaim(aoife), await storeClaim(lukasz), await storeClaim(xiaoming)];
  const recipient = 'grace@kerbside.example';
  await database.write((tx) =>
    addTeamEmails(
      tx,
      escalationEmail,
      ids.map((subjectId) => ({ subjectId, recipient, createdAt: now() })),
    ),
  );
  await send();
  // Two that the worker begins at once may be a digest each.
  const digests = emailsTo(recipient);
  expect(digests.length).toBeLessThan(ids.length);
  for (const { raw } of digests) await receive(failed, raw);
  const failures = (await jobs()).filter(({ failed_at: at }) => at !== null).map(({ subject_id: id }) => id);
  expect(failures.toSorted()).toEqual(ids.toSorted());
});
