// Protects: somebody is told when no job can run, and so no alarm by job.
import { expect, test } from 'vitest';
import { type Alarm, defineAlarm } from '#server/jobs/define-alarm.ts';
import { createLog } from '#server/observability/log.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { createDirectAlarms } from './direct-alarms.ts';

const define = (name: string, withoutQueue: Alarm['withoutQueue']) =>
  defineAlarm({ name, about: 'Store', what: 'It fails.', todo: 'Correct it.', withoutQueue, check: () => null });

const defined = [
  define('store_unreachable', 'no job runs'),
  define('worker_stopped', 'no job runs'),
  define('disk_short', 'usual reason'),
  define('email_failed', null),
];

async function setup() {
  const hooks = await startWebhookServer();
  const raised = new Map<string, number>();
  const direct = createDirectAlarms({
    brand: 'Grange Hill Claims',
    siteUrl: 'https://www.grangehillclaims.co.uk',
    alarmUrl: hooks.url,
    watch: { defined, raised: () => [...raised].map(([name, since]) => ({ name, since, message: '' })) },
    log: createLog({ level: 'silent', write: () => {} }),
  });
  /** What is told of at a check. */
  const toldAtCheck = async () => {
    const before = hooks.hooks.length;
    await direct.check();
    return hooks.hooks.slice(before).map(({ body }) => `${body?.alarm} ${body?.state}`);
  };
  return { hooks, raised, toldAtCheck };
}

test('while jobs run nothing is said here', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.set('disk_short', 1).set('email_failed', 1);
  expect(await toldAtCheck()).toEqual([]);
});

test('while none can run the reason is told of once, and its end', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.set('disk_short', 1).set('store_unreachable', 2).set('email_failed', 1);
  expect(await toldAtCheck()).toEqual(['store_unreachable begun', 'disk_short begun']);
  expect(await toldAtCheck()).toEqual([]);
  raised.clear();
  expect(await toldAtCheck()).toEqual(['store_unreachable ended', 'disk_short ended']);
  expect(await toldAtCheck()).toEqual([]);
});

test('what lasts when jobs run again is theirs to tell of', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.set('disk_short', 1).set('worker_stopped', 2);
  await toldAtCheck();
  raised.delete('worker_stopped');
  expect(await toldAtCheck()).toEqual(['worker_stopped ended']);
  raised.delete('disk_short');
  expect(await toldAtCheck()).toEqual([]);
});

test('what was not taken is sent again', async () => {
  const { hooks, raised, toldAtCheck } = await setup();
  raised.set('store_unreachable', 1);
  hooks.status = 500;
  expect(await toldAtCheck()).toEqual(['store_unreachable begun']);
  hooks.status = 200;
  expect(await toldAtCheck()).toEqual(['store_unreachable begun']);
  expect(await toldAtCheck()).toEqual([]);
});
