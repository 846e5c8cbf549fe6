// Protects: an alarm is sent when it begins, while it lasts and when it is over, once for all instances.
import { describe, expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { hour, minute } from '#forms/durations.ts';
import { readJobKinds } from '#server/core/jobs/background-work.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { recurring } from '#server/core/jobs/queue.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { alarmJob, heartbeatJob } from './alarm-jobs.ts';
import { alarmWatchOf } from './alarm-watch.ts';

// Generous, because the machine may be busy with other tests.

const databases = testDatabases();
const start = Date.UTC(2026, 10, 21, 10);
const secret = 'a-secret-in-the-path';

const defined = ['backup_old', 'mail_circuit_open', 'email_failed', 'disk_short'].map((name) =>
  defineAlarm({ name, about: 'Backup', what: 'It is wrong.', todo: 'Correct it.', check: () => null }),
);

describe('alarms', () => {
  async function setup() {
    const hooks = await startWebhookServer();
    const queue = await createTestDesk(await databases.open());
    const raised: { name: string }[] = [];
    const siteUrl = 'https://www.grangehillclaims.co.uk';
    const app = { ...queue.app, env: { ...queue.app.env, alarmUrl: `${hooks.url}/${secret}`, siteUrl } };
    const check = (name: string) => (raised.some((one) => one.name === name) ? 'It is wrong.' : null);
    alarmWatchOf(app).add(defined.map((alarm) => ({ ...alarm, check: () => check(alarm.name) })));
    const startWorker: typeof queue.startWorker = (kinds) => queue.startWorker(kinds, app);
    let worker = startWorker([alarmJob]);
    const lastRun = async () => (await queue.jobs()).find(({ kind }) => kind === 'alarms')?.last_run_at;
    await until('the first run', async () => (await lastRun()) === start);
    return {
      ...queue,
      app,
      startWorker,
      hooks,
      raised,
      told: () => hooks.hooks.map(({ body }) => `${body?.alarm} ${body?.state}`),
      /** Waits for the next run after this time. */
      runAfter: async (ms: number) => {
        await queue.advance(ms);
        worker.wake();
        await until('the next run', async () => (await lastRun()) === queue.now());
      },
      restart: async () => {
        await worker.stop();
        worker = startWorker([alarmJob]);
      },
    };
  }

  test('an alarm is told of when it begins, once a day while it lasts, and when it has been over for five minutes', async () => {
    const { app, raised, runAfter, told, hooks } = await setup();
    expect(told()).toEqual([]);
    raised.push({ name: 'backup_old' });
    // It is raised a minute before the job looks.
    await alarmWatchOf(app).check();
    await runAfter(minute);
    await runAfter(minute);
    expect(told()).toEqual(['backup_old begun']);
    expect(hooks.hooks[0]).toMatchObject({
      method: 'POST',
      path: `/${secret}`,
      type: 'application/json',
      body: {
        kind: 'alarm',
        alarm: 'backup_old',
        alert: 'KerbsideBackupOld',
        state: 'begun',
        since: '2026-11-21T10:00:00.000Z',
        brand: site.brand,
        site: 'https://www.grangehillclaims.co.uk',
        text: `${site.brand}: Alarm: Backup. It is wrong. Since Saturday 21 November, 10:00. Correct it. https://www.grangehillclaims.co.uk/desk`,
      },
    });
    await runAfter(23 * hour);
    expect(told()).toHaveLength(1);
    await runAfter(hour);
    expect(told()).toEqual(['backup_old begun', 'backup_old lasts']);
    raised.pop();
    await runAfter(4 * minute);
    expect(told()).toHaveLength(2);
    await runAfter(minute);
    await runAfter(hour);
    expect(told()).toEqual(['backup_old begun', 'backup_old lasts', 'backup_old ended']);
  });

  test('what another instance sees a moment later is the same alarm', async () => {
    const { raised, runAfter, told } = await setup();
    for (let turn = 0; turn < 5; turn += 1) {
      raised.push({ name: 'mail_circuit_open' });
      await runAfter(minute);
      raised.pop();
      await runAfter(2 * minute);
    }
    expect(told()).toEqual(['mail_circuit_open begun']);
  });

  test('what was told is known after a restart, and an alarm that ended meanwhile is told of', async () => {
    const { raised, runAfter, told, restart } = await setup();
    raised.push({ name: 'email_failed' }, { name: 'disk_short' });
    await runAfter(minute);
    await restart();
    await runAfter(minute);
    expect(told().toSorted()).toEqual(['disk_short begun', 'email_failed begun']);
    raised.pop();
    await restart();
    await runAfter(6 * minute);
    expect(told().slice(2)).toEqual(['disk_short ended']);
  });

  test('several instances tell of an alarm once', async () => {
    const { raised, runAfter, told, startWorker } = await setup();
    startWorker([alarmJob]);
    startWorker([alarmJob]);
    raised.push({ name: 'email_failed' });
    for (let run = 0; run < 5; run += 1) await runAfter(minute);
    expect(told()).toEqual(['email_failed begun']);
  });

  test('what was not taken is told of as soon as it is, and the desk shows why it was not, without the address', async () => {
    const { app, raised, runAfter, told, hooks } = await setup();
    const shown = async () => (await readJobKinds(app, [alarmJob]))[0];
    raised.push({ name: 'email_failed' });
    hooks.status = 500;
    await runAfter(minute);
    expect(await shown()).toMatchObject({
      title: 'Sending alarms',
      isFailing: true,
      lastDetail: 'ALARM_URL answers 500. Not taken: email_failed.',
    });
    hooks.status = 302;
    await runAfter(minute);
    expect((await shown())?.lastDetail).toMatch(/^ALARM_URL answers with a redirect/);
    expect(hooks.hooks.map(({ path }) => path)).not.toContain('/elsewhere');
    hooks.status = 200;
    await runAfter(minute);
    expect(told()).toEqual(Array(3).fill('email_failed begun'));
    expect(await shown()).toMatchObject({ isFailing: false, lastDetail: '1 alarms; 1 messages sent.' });
    raised.pop();
    raised.push({ name: 'disk_short' });
    hooks.status = 503;
    await runAfter(6 * minute);
    hooks.status = 204;
    await runAfter(minute);
    expect(told().slice(-2).toSorted()).toEqual(['disk_short begun', 'email_failed ended']);
  });

  test('one alarm that is refused keeps no other from being told of, nor its end', async () => {
    const { app, raised, runAfter, told, hooks } = await setup();
    hooks.refused.add('backup_old');
    raised.push({ name: 'backup_old' }, { name: 'email_failed' }, { name: 'disk_short' });
    await runAfter(minute);
    expect(told()).toEqual(['backup_old begun', 'email_failed begun', 'disk_short begun']);
    expect(await readJobKinds(app, [alarmJob])).toMatchObject([
      { isFailing: true, lastDetail: 'ALARM_URL answers 400. Not taken: backup_old.' },
    ]);
    raised.splice(1);
    await runAfter(6 * minute);
    expect(told().slice(3)).toEqual(['backup_old begun', 'email_failed ended', 'disk_short ended']);
    hooks.refused.clear();
    await runAfter(minute);
    expect(told().slice(6)).toEqual(['backup_old begun']);
  });

  test('an address that never answers holds up nothing else, nor the end of the process', async () => {
    const { app, hooks, raised, advance, now, startWorker } = await setup();
    hooks.status = 0;
    raised.push({ name: 'email_failed' });
    let runs = 0;
    const other = defineJob({
      kind: 'count',
      title: 'Counting',
      next: every(minute),
      handle: async () => done(`Run ${++runs}.`),
    });
    const worker = startWorker([alarmJob, other]);
    await advance(minute);
    worker.wake();
    await until('the request', () => hooks.hooks.length === 1);
    await until('other work', () => runs > 0);
    await worker.stop(0);
    expect(await recurring(app, 'alarms')).toMatchObject({ last_run_at: now() - minute });
  });
});

test('a heartbeat is a GET every minute', async () => {
  const hooks = await startWebhookServer();
  const { app, startWorker, advance, jobs, now } = await createTestDesk(await databases.open('sqlite'));
  const worker = startWorker([heartbeatJob], { ...app, env: { ...app.env, heartbeatUrl: `${hooks.url}/ping?token=x` } });
  // The next run is a minute after the end of this one, which comes after the request.
  const isOver = async () => (await jobs())[0]?.last_run_at === now();
  await until('the first', isOver);
  await advance(minute);
  worker.wake();
  await until('the second', isOver);
  expect(hooks.hooks).toHaveLength(2);
  expect(hooks.hooks[1]).toEqual({ method: 'GET', path: '/ping?token=x', type: undefined, body: null });
});

test('the product tells ALARM_URL and HEARTBEAT_URL, and its desk shows both as background work', async () => {
  const hooks = await startWebhookServer();
  const { services, logged } = await createTestApp({ ALARM_URL: `${hooks.url}/${secret}`, HEARTBEAT_URL: `${hooks.url}/beat` });
  await until('the heartbeat', () => hooks.hooks.some(({ path }) => path === '/beat'));
  const owner = { id: 'grace', name: 'Grace', email: 'grace@kerbside.example', role: 'owner' } as const;
  const kinds = async () => (await services.desk.backgroundWork(owner)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(expect.arrayContaining(['alarms', 'heartbeat']));
  expect(logged.join('')).not.toContain(secret);
  expect(await (await createTestApp()).services.desk.backgroundWork(owner)).not.toContainEqual(
    expect.objectContaining({ kind: 'alarms' }),
  );
});
