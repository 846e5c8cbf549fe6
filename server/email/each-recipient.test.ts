// Protects: an email to several addresses of the team has an outcome for each: who was refused is retried or told of, who got it gets it once.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { dueDigest } from '#server/submissions/sla/due-digest-email.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { addOverview } from './email-store.ts';
import { mailboxOf } from './mailer.ts';

const [claims, office] = ['claims@kerbside.example', 'office@kerbside.example'];

test.each<[string, Record<string, number>, { received: string[]; failed: string[]; waiting: string[] }]>([
  ['550 for one of two', { [office]: 550 }, { received: [claims], failed: [office], waiting: [] }],
  ['450 for one of two', { [office]: 450 }, { received: [claims], failed: [], waiting: [office] }],
  ['421, which ends the connection, for one of two', { [office]: 421 }, { received: [claims], failed: [], waiting: [office] }],
  ['550 for one and 450 for the other', { [claims]: 450, [office]: 550 }, { received: [], failed: [office], waiting: [claims] }],
])('%s: who is refused is seen and retried or told of by the code, and nobody gets it twice', async (_, codes, expected) => {
  const { server, startWorker, storeClaims, emails, clock } = await openMail({
    mailTo: [mailboxOf(claims), mailboxOf(office)],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = codes[address];
      done(responseCode ? Object.assign(new Error('Not now, or never'), { responseCode }) : null);
    },
  });
  await storeClaims(aoife);
  const worker = startWorker();
  const receivers = () => server.emails.flatMap(({ envelope }) => envelope.to).toSorted();
  const refused = [...expected.failed, ...expected.waiting];
  const ownEmails = async () => (await emails()).filter(({ recipient }) => refused.includes(recipient ?? ''));
  await until('each to have an outcome', async () => {
    clock.time += 1_000;
    worker.wake();
    const settled = (await ownEmails()).filter(({ attempts, lease_until }) => attempts > 0 && lease_until === null);
    return settled.length === refused.length && server.emails.length === expected.received.length;
  });
  const own = await ownEmails();
  expect(own.filter(({ failed_at }) => failed_at !== null).map(({ recipient }) => recipient)).toEqual(expected.failed);
  for (const { recipient, last_detail } of own) expect(last_detail).toContain(`${codes[recipient ?? '']} `);
  expect(receivers()).toEqual(expected.received);
  await worker.checkAlarms();
  expect(worker.alarms().some(({ name }) => name === 'email_failed')).toBe(expected.failed.length > 0);

  for (const address of expected.waiting) delete codes[address];
  const later = [...expected.received, ...expected.waiting].toSorted();
  await until('those that wait to get it', () => {
    clock.time += minute;
    worker.wake();
    return receivers().length === later.length;
  });
  expect(receivers()).toEqual(later);
});

test('an address that MAIL_TO writes in another way than the envelope gets what waits for it', async () => {
  let isFull = true;
  const { server, startWorker, storeClaims, clock } = await openMail({
    mailTo: [mailboxOf(claims), mailboxOf('Office@Kerbside.Example')],
    onRcptTo: ({ address }, _session, done) =>
      done(isFull && address !== claims ? Object.assign(new Error('4.2.2 Full'), { responseCode: 452 }) : null),
  });
  await storeClaims(aoife);
  const worker = startWorker();
  await until('the other address to have it', () => server.emails.length === 1);
  isFull = false;
  await until('this one to have it', () => {
    clock.time += minute;
    worker.wake();
    return server.emails.length === 2;
  });
  expect(server.emails.map(({ envelope }) => envelope.to)).toEqual([[claims], ['Office@kerbside.example']]);
});

test('an address that was taken out of MAIL_TO gets nothing that waited for it', async () => {
  const { database, server, startWorker, emails, clock } = await openMail();
  const email = { kind: 'email', template: 'due-digest', payload: 'team', createdAt: clock.time };
  await database.write((tx) => enqueue(tx, [{ ...email, recipient: office }]));
  startWorker();
  await until('it to be settled', async () => (await emails())[0]?.finished_at);
  expect(await emails()).toMatchObject([{ last_outcome: 'not sent', last_detail: expect.stringContaining(office) }]);
  expect(server.emails).toEqual([]);
});

test('an overview for the team takes the place of one that waits for an address that was refused alone', async () => {
  const { database, emails, clock } = await openMail();
  const email = { createdAt: clock.time, about: 'team' };
  const waiting = (recipient: string | null, payload: string) => ({
    kind: 'email',
    template: 'due-digest',
    recipient,
    payload,
    createdAt: clock.time,
  });
  await database.write(async (tx) => {
    await enqueue(tx, [waiting(null, 'team'), waiting(office, 'team'), waiting('owner@kerbside.example', 'owners')]);
    await addOverview(tx, dueDigest, { ...email, recipient: null });
  });
  expect((await emails()).map(({ recipient }) => recipient ?? 'the team').toSorted()).toEqual([
    'owner@kerbside.example',
    'the team',
  ]);
});
