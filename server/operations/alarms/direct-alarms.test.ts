// Protects: somebody is told when no job can run, and so no alarm by job.
import { expect, test } from 'vitest';
import type { App } from '#server/core/app.ts';
import { type Alarm, defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { createLog } from '#server/core/observability/log.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { alarmWatchOf } from './alarm-watch.ts';
import { sendDirectly } from './alarms.ts';

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
  const raised = new Set<string>();
  const app = {
    env: { alarmUrl: hooks.url, siteUrl: 'https://www.grangehillclaims.co.uk' },
    log: createLog({ level: 'silent', write: () => {} }),
    now: () => 1,
  } as App;
  const watch = alarmWatchOf(app);
  watch.add(defined.map((alarm) => ({ ...alarm, check: () => (raised.has(alarm.name) ? 'It fails.' : null) })));
  /** What is told of at a check. */
  const toldAtCheck = async () => {
    const before = hooks.hooks.length;
    await watch.check();
    await sendDirectly(app);
    return hooks.hooks.slice(before).map(({ body }) => `${body?.alarm} ${body?.state}`);
  };
  return { hooks, raised, toldAtCheck };
}

test('while jobs run nothing is said here', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.add('disk_short').add('email_failed');
  expect(await toldAtCheck()).toEqual([]);
});

test('while none can run the reason is told of once, and its end', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.add('disk_short').add('store_unreachable').add('email_failed');
  expect(await toldAtCheck()).toEqual(['store_unreachable begun', 'disk_short begun']);
  expect(await toldAtCheck()).toEqual([]);
  raised.clear();
  expect(await toldAtCheck()).toEqual(['store_unreachable ended', 'disk_short ended']);
  expect(await toldAtCheck()).toEqual([]);
});

test('what lasts when jobs run again is theirs to tell of', async () => {
  const { raised, toldAtCheck } = await setup();
  raised.add('disk_short').add('worker_stopped');
  await toldAtCheck();
  raised.delete('worker_stopped');
  expect(await toldAtCheck()).toEqual(['worker_stopped ended']);
  raised.delete('disk_short');
  expect(await toldAtCheck()).toEqual([]);
});

test('what was not taken is sent again', async () => {
  const { hooks, raised, toldAtCheck } = await setup();
  raised.add('store_unreachable');
  hooks.status = 500;
  expect(await toldAtCheck()).toEqual(['store_unreachable begun']);
  hooks.status = 200;
  expect(await toldAtCheck()).toEqual(['store_unreachable begun']);
  expect(await toldAtCheck()).toEqual([]);
});
