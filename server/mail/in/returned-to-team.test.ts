// Protects: an email to the team that comes back raises what a refused one raises, for the addresses that did not get it.
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { retryEmails } from '#server/mail/out/backlog.ts';
import { mailboxOf } from '#server/mail/out/mailer.ts';
import { testDatabases } from '#testing/databases.ts';
import { deliveryReports, type Report } from '#testing/fixtures/delivery-reports.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openReportedEmails } from '#testing/open-reported-emails.ts';

const databases = testDatabases();

const failed = deliveryReports.find(({ server }) => server.startsWith('Exim')) as Report;
const delayed = deliveryReports.find(({ server }) => server.endsWith('last word is a delay')) as Report;

test.each([
  ['returned', failed],
  ['put off, with nothing heard since,', delayed],
])('an email to the team or to staff that is %s raises what a refused one raises', async (_, report) => {
  const { storeClaims, storeAccountEmail, send, emailsTo, receive, read, jobs, advance, sending, logged } =
    await openReportedEmails(await databases.open());
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
  const { storeClaims, send, emailsTo, receive, read, jobs, advance, database, now } = await openReportedEmails(
    await databases.open(),
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

test('of an email that two servers put off one after the other, with nothing heard since, both addresses got nothing', async () => {
  const to = ['claims@kerbside.example', 'office@kerbside.example', 'owner@kerbside.example'];
  const { storeClaims, send, emailsTo, receive, read, jobs, advance } = await openReportedEmails(
    await databases.open(),
    to.map(mailboxOf),
  );
  await storeClaims(aoife);
  await send();
  const raw = emailsTo(to[0] ?? '')[0]?.raw ?? '';
  for (const address of to.slice(0, 2))
    await receive({ ...delayed, status: delayed.status.map((line) => line.replace('TO', address)) }, raw);
  await advance(3 * day);
  await read();
  const failing = (await jobs()).filter(({ kind, failed_at: at }) => kind === 'email' && at !== null);
  expect(failing.map(({ recipient }) => recipient).toSorted()).toEqual(to.slice(0, 2));
});

test('what came back from each address by itself, as Gmail reports it, reaches those that MAIL_TO has later, once', async () => {
  const [wrong, later] = [['claims@wrong.example', 'office@wrong.example'], 'claims@kerbside.example'];
  const { storeClaims, send, emailsTo, receive, jobs, sending, database, now } = await openReportedEmails(
    await databases.open(),
    wrong.map(mailboxOf),
  );
  await storeClaims(aoife);
  await send();
  const raw = emailsTo(wrong[0] ?? '')[0]?.raw ?? '';
  for (const address of wrong)
    await receive({ ...failed, status: failed.status.map((line) => line.replace('TO', address)) }, raw);
  Object.assign(sending.app.env, { mailTo: [mailboxOf(later)] });
  await retryEmails(database, now());
  await send();
  await send();
  expect(emailsTo(later)).toHaveLength(1);
  expect((await jobs()).filter(({ kind, finished_at: at }) => kind === 'email' && at === null)).toEqual([]);
});

const [claims, office, old] = ['claims@kerbside.example', 'office@kerbside.example', 'old@kerbside.example'];

test.each([
  ['one of two, which MAIL_TO no longer has', [claims, old], [claims], old, false],
  ['the only one, which MAIL_TO no longer has', [old], [claims], old, true],
  ['the only one, beside which MAIL_TO has another now', [claims], [claims, office], claims, true],
])(
  'an email that came back from %s has failed only where nobody got it, and says from which',
  async (_, then, now, from, isFailed) => {
    const { storeClaims, send, emailsTo, receive, jobs, attempts, sending } = await openReportedEmails(
      await databases.open(),
      then.map(mailboxOf),
    );
    await storeClaims(aoife);
    await send();
    Object.assign(sending.app.env, { mailTo: now.map(mailboxOf) });
    const report = { ...failed, status: failed.status.map((line) => line.replace('TO', from)) };
    await receive(report, emailsTo(from)[0]?.raw ?? '');
    const toTeam = (await jobs()).filter(({ kind }) => kind === 'email');
    expect(toTeam.map(({ recipient, failed_at: at }) => [recipient, at !== null])).toEqual([[null, isFailed]]);
    const [{ outcome, detail } = {}] = (await attempts()).filter(({ job_id: id }) => id === toTeam[0]?.id).slice(1);
    expect([outcome, detail]).toEqual([isFailed ? 'returned' : 'returned by one', expect.stringContaining(`${from}: 550 5.1.1`)]);
  },
);
