// Protects: a claim of the product itself goes the whole way every five minutes, and where that fails twice owners hear of it, by what works.
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { findDovecot, startImapServer } from '#testing/imap-server.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';

const dovecot = findDovecot();
/** Where nothing listens. */
const away = `http://127.0.0.1:${await freePort()}`;

/** A mailbox into which the mail server delivers what is for it. */
async function openMailbox() {
  const imap = await startImapServer(dovecot ?? '');
  onTestFinished(imap.stop);
  const canary = await createTestCanary({ IMAP_URL: imap.url, CANARY_TO: 'claims+canary@kerbside.example' });
  const { mailServer, sqlite } = canary;
  await until('the mailbox to be open', () => sqlite.prepare('select id from inbound_cursors').get());
  const isDelivering = { now: true };
  let delivered = 0;
  const timer = setInterval(() => {
    const sent = mailServer.emails.filter(({ envelope }) => envelope.to[0] === 'claims+canary@kerbside.example');
    if (!isDelivering.now) return;
    for (const { raw } of sent.slice(delivered)) imap.deliver(Buffer.from(raw, 'latin1'));
    delivered = sent.length;
  }, 10);
  onTestFinished(() => clearInterval(timer));
  return { ...canary, imap, isDelivering };
}

test.skipIf(!dovecot)(
  'it goes from the endpoint through the store, a job and the mail server into the mailbox, and is kept nowhere',
  async () => {
    const { run, runs, sqlite, alarms, told, services } = await openMailbox();
    for (let count = 1; count <= 3; count += 1) expect(await run()).toBe(true);
    expect(runs().map(({ failed_step }) => failed_step)).toEqual([null, null, null]);
    for (const { sent_at, arrived_at } of runs()) expect([sent_at, arrived_at]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(sqlite.prepare('select count(*) as count from inbound_emails').get()).toEqual({ count: 0 });
    expect([await alarms(), told()]).toEqual([[], { pushed: [], emailed: [] }]);
    const metrics = await services.metrics.text();
    expect(metrics).toContain('kerbside_canary_ok 1');
    expect(metrics).toMatch(/^kerbside_canary_seconds \d/m);
  },
);

test.skipIf(!dovecot)('an email that does not come back names the mailbox', async () => {
  const { run, runs, isDelivering, limits, told, alarms } = await openMailbox();
  isDelivering.now = false;
  limits.toArrive = 100;
  await run();
  expect([await alarms(), told().pushed]).toEqual([[], []]);
  await run();
  expect(runs().map(({ failed_step }) => failed_step)).toEqual(['mailbox', 'mailbox']);
  expect(told().pushed).toEqual([{ kind: 'trouble', count: 0 }]);
  expect(told().emailed).toHaveLength(1);
  expect(await alarms()).toMatchObject([{ name: 'canary_failed', message: expect.stringContaining('does not arrive') }]);
});

test('without a mailbox it goes as far as the login at the mail server, and sends nothing', async () => {
  const { run, runs, mailServer } = await createTestCanary();
  const before = mailServer.counts.connections;
  await run();
  expect(runs()).toMatchObject([{ failed_step: null, sent_at: expect.any(Number) }]);
  expect(mailServer.counts.connections).toBeGreaterThan(before);
  expect(mailServer.emails.filter(({ subject }) => subject?.startsWith('[Test]'))).toEqual([]);
});

type Canary = Awaited<ReturnType<typeof createTestCanary>>;

/** How each step is broken, the URL that is then called, the alarm, what staff are told, and whether owners get an email. */
const broken: [
  step: string,
  breakIt: (canary: Canary) => unknown,
  url: string | undefined,
  alarm: string,
  said: string,
  hasEmail: boolean,
][] = [
  ['endpoint', () => {}, away, 'canary_failed', 'does not take a claim. connect ECONNREFUSED', true],
  [
    'store',
    ({ sqlite }) =>
      sqlite.exec(`create trigger full before insert on form_submissions begin select raise(abort, 'The disk is full'); end`),
    undefined,
    'canary_stopped',
    'cannot be stored. The disk is full',
    true,
  ],
  [
    'job',
    ({ sqlite, limits }) => {
      limits.toSend = 50;
      sqlite.exec(`create trigger still after insert on jobs when new.kind = 'canary' begin
        update jobs set run_at = run_at + 3600000 where id = new.id; end`);
    },
    undefined,
    'canary_stopped',
    'background work stands still',
    true,
  ],
  ['mailer', ({ mailServer }) => mailServer.close(), undefined, 'canary_failed', 'no email leaves. ', false],
];

test.each(broken)(
  'where the %s fails, owners are told at the second time, and once',
  async (step, breakIt, at, name, said, hasEmail) => {
    const canary = await createTestCanary();
    const { run, runs, told, alarms, logged, services } = canary;
    await run();
    await breakIt(canary);
    await run(at);
    expect([await alarms(), told()]).toEqual([[], { pushed: [], emailed: [] }]);
    await run(at);
    expect(await alarms()).toMatchObject([{ name, message: expect.stringContaining(said) }]);
    await run(at);
    expect(runs().map(({ failed_step }) => failed_step)).toEqual([null, step, step, step]);
    expect(told().pushed).toEqual([{ kind: 'trouble', count: 0 }]);
    expect(told().emailed.map(({ envelope }) => envelope.to)).toEqual(hasEmail ? [['grace@kerbside.example']] : []);
    expect(logged.filter((line) => line.includes('"canary failed"') && line.includes(`"${step}"`))).toHaveLength(3);
    expect(await services.metrics.text()).toContain('kerbside_canary_ok 0');
  },
);

test('a store that takes nothing at all is told of by email to who was an owner when it last said', async () => {
  const { run, sqlite, told, alarms, clock, services, url } = await createTestCanary();
  await run();
  sqlite.exec('alter table canary_runs rename to gone; alter table staff rename to also_gone');
  await run();
  clock.now += 30_000;
  await services.canary.run(url);
  expect([await alarms(), told().emailed]).toEqual([[], []]);
  await run();
  expect(await alarms()).toMatchObject([{ name: 'canary_stopped' }]);
  expect(told().emailed.map(({ envelope }) => envelope.to)).toEqual([['grace@kerbside.example']]);
  sqlite.exec('alter table gone rename to canary_runs; alter table also_gone rename to staff');
  await run();
  expect(await alarms()).toEqual([]);
});

test('a run that the end of the process interrupts is no failure', async () => {
  const { run, runs, sqlite, logged, close } = await createTestCanary();
  sqlite.exec(`create trigger still after insert on jobs when new.kind = 'canary' begin
    update jobs set run_at = run_at + 3600000 where id = new.id; end`);
  const running = run();
  await until('it to be stored', () => runs()[0]?.stored_at);
  await close();
  expect(await running).toBe(true);
  expect(logged.filter((line) => line.includes('canary'))).toEqual([]);
});

test('ALARM_URL gets it, with what to do, and once more when it is over', async () => {
  const hooks = await startWebhookServer();
  const { run, services, owner, clock } = await createTestCanary({ ALARM_URL: hooks.url });
  const sent = () => hooks.hooks.flatMap(({ body }) => (body?.alarm === 'canary_failed' ? [body.state] : []));
  // Where a run of the job is under way it is that one: it may not have seen the change, and the next is a minute of the test's clock away.
  const isSent = async (count: number) => {
    await services.desk.runJob(owner, { now: 'alarms' });
    return sent().length === count;
  };
  await run(away);
  await run(away);
  await until('the alarm', () => isSent(1));
  expect(await run(), 'a run that succeeds').toBe(true);
  clock.now += 5 * 60_000;
  await until('its end', () => isSent(2));
  expect(sent()).toEqual(['begun', 'ended']);
});
