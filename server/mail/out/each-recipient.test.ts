// Protects: an email to several addresses of the team has an outcome for each: who was refused is retried or told of, who got it gets it once.
import { expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { dueDigest } from '#server/claims/sla/due-digest-email.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { until } from '#testing/until.ts';
import { openMail } from '#testing/with-mail.ts';
import { addOverview } from './email-store.ts';
import { mailboxOf } from './mailer.ts';

const [claims, office] = ['claims@kerbside.example', 'office@kerbside.example'];

type Outcomes = { received: string[]; failed: string[]; waiting: string[] };

test.each<[string, Record<string, number>, Outcomes, 'RCPT' | 'DATA']>([
  ['550 for one of two', { [office]: 550 }, { received: [claims], failed: [office], waiting: [] }, 'RCPT'],
  ['450 for one of two', { [office]: 450 }, { received: [claims], failed: [], waiting: [office] }, 'RCPT'],
  [
    '421, which ends the connection, for the first of two',
    { [claims]: 421 },
    { received: [office], failed: [], waiting: [claims] },
    'RCPT',
  ],
  [
    '421, which ends the connection, for the second',
    { [office]: 421 },
    { received: [claims], failed: [], waiting: [office] },
    'RCPT',
  ],
  ['421 after the whole email, for one of two', { [office]: 421 }, { received: [claims], failed: [], waiting: [office] }, 'DATA'],
  [
    '550 for one and 450 for the other',
    { [claims]: 450, [office]: 550 },
    { received: [], failed: [office], waiting: [claims] },
    'RCPT',
  ],
])(
  '%s: who is refused is seen and retried or told of by the code, and nobody gets it twice',
  async (_, codes, expected, step) => {
    const received: string[] = [];
    const answer = (addresses: string[], done: (error?: Error | null) => void) => {
      const responseCode = addresses.map((address) => codes[address]).find((code) => code !== undefined);
      done(responseCode ? Object.assign(new Error('Not now, or never'), { responseCode }) : null);
      return responseCode === undefined;
    };
    const { startWorker, storeClaims, emails, clock } = await openMail({
      mailTo: [mailboxOf(claims), mailboxOf(office)],
      onRcptTo: ({ address }, _session, done) => void answer(step === 'RCPT' ? [address] : [], done),
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        stream.resume().on('end', () => answer(step === 'DATA' ? to : [], done) && received.push(...to));
      },
    });
    await storeClaims(aoife);
    const worker = startWorker();
    const receivers = () => received.toSorted();
    const refused = [...expected.failed, ...expected.waiting];
    const ownEmails = async () => (await emails()).filter(({ recipient }) => refused.includes(recipient ?? ''));
    await until('each to have an outcome', async () => {
      clock.time += 1_000;
      worker.wake();
      const settled = (await ownEmails()).filter(({ attempts, lease_until }) => attempts > 0 && lease_until === null);
      return settled.length === refused.length && received.length === expected.received.length;
    });
    const [{ last_outcome: outcome, last_detail: detail } = {}] = (await emails()).filter(({ recipient }) => recipient === null);
    if (outcome === 'not sent')
      expect(detail).toMatch(/^The mail server took it for none of its addresses, so each has an email of its own: /);
    const own = await ownEmails();
    expect(own.filter(({ failed_at }) => failed_at !== null).map(({ recipient }) => recipient)).toEqual(expected.failed);
    for (const { recipient, last_detail } of own) expect(last_detail).toContain(`${codes[recipient ?? '']} `);
    expect(receivers()).toEqual(expected.received);
    await worker.checkAlarms();
    expect(worker.alarms().some(({ name }) => name === 'email_failed')).toBe(expected.failed.length > 0);

    for (const address of expected.waiting) delete codes[address];
    const later = [...expected.received, ...expected.waiting].toSorted();
    await until('those that wait to get it', async () => {
      await passMinute({ emails, clock }, worker);
      return receivers().length === later.length;
    });
    expect(receivers()).toEqual(later);
  },
);

test('an address that MAIL_TO writes in another way than the envelope gets what waits for it', async () => {
  let isFull = true;
  const { server, startWorker, storeClaims, emails, clock } = await openMail({
    mailTo: [mailboxOf(claims), mailboxOf('Office@Kerbside.Example')],
    onRcptTo: ({ address }, _session, done) =>
      done(isFull && address !== claims ? Object.assign(new Error('4.2.2 Full'), { responseCode: 452 }) : null),
  });
  await storeClaims(aoife);
  const worker = startWorker();
  await until('the other address to have it', () => server.emails.length === 1);
  isFull = false;
  await until('this one to have it', async () => {
    await passMinute({ emails, clock }, worker);
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

test('what none of the addresses in MAIL_TO took reaches those that it has later, once', async () => {
  const later = ['new@kerbside.example', 'other@kerbside.example'];
  const { server, startWorker, storeClaims, emails, clock } = await openMail({
    mailTo: [mailboxOf(claims), mailboxOf(office)],
    onRcptTo: ({ address }, _session, done) =>
      done(later.includes(address) ? null : Object.assign(new Error('4.2.2 Full'), { responseCode: 452 })),
  });
  await storeClaims(aoife);
  const worker = startWorker();
  const forOne = async () => (await emails()).filter(({ recipient }) => recipient !== null);
  await until(
    'each to have one of its own',
    async () => (await forOne()).filter(({ last_outcome: is }) => is !== null).length === 2,
  );
  Object.assign(worker.app.env, { mailTo: later.map(mailboxOf) });
  await until('all to be settled', async () => {
    await passMinute({ emails, clock }, worker);
    return (await emails()).every(({ finished_at: at }) => at !== null);
  });
  expect(server.emails.map(({ envelope }) => envelope.to).toSorted()).toEqual(later.map((address) => [address]));
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

/** Not while an email is on its way: its lease would end, and another worker take it. */
async function passMinute(
  { emails, clock }: Pick<Awaited<ReturnType<typeof openMail>>, 'emails' | 'clock'>,
  worker: { wake: () => void },
) {
  if ((await emails()).every(({ lease_until }) => lease_until === null)) clock.time += minute;
  worker.wake();
}
