// Protects: each fault in operations has an alarm, a rule for Prometheus and a paragraph in the guide.
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { slaModule } from '#server/claims/sla/sla.ts';
import { defineJob, done, every, type JobKind, retryAfter } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { workerOf } from '#server/core/jobs/worker.ts';
import { createMetrics } from '#server/core/observability/metrics.ts';
import { gaugesOf } from '#server/core/observability/reading.ts';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { request } from '#testing/http.ts';
import { spawnProduct } from '#testing/product.ts';
import { canMount, makeSmallDisk } from '#testing/small-disk.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { startWebhookServer } from '#testing/webhook-server.ts';
import { createAlarmWatch } from './alarm-watch.ts';
import { operationsModule } from './operations-alarms.ts';

// Generous, because the machine may be busy with other tests.

const databases = testDatabases();

describe('alarms of operations', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { app } = testDesk;
    const { dataDir } = app.env;
    const metrics = createMetrics();
    const failing = defineJob({ kind: 'fragile', title: 'Fragile work', retry: retryAfter(), handle: async () => done('Done.') });
    const recurring = defineJob({ ...failing, kind: 'nightly', title: 'Nightly work', next: every(24 * hour) });
    const watchedElsewhere = defineJob({ ...failing, kind: 'other', isWatchedElsewhere: true });
    (workerOf(app).jobKinds as JobKind[]).push(failing, recurring, watchedElsewhere);
    const watch = createAlarmWatch(app);
    for (const { alarms = [], metrics: readings = [] } of [operationsModule, slaModule]) {
      watch.add(alarms);
      metrics.add(gaugesOf(app, readings));
    }
    return {
      ...testDesk,
      database,
      dataDir,
      /** The names of the alarms that are raised so many hours after ten o'clock. */
      at: async (hours: number) => {
        await testDesk.advance(tenOClock + hours * hour - testDesk.clock.time);
        await watch.check();
        return watch.raised().map(({ name }) => name);
      },
      messages: () => watch.raised().map(({ message }) => message),
      metric: async (name: string) => new RegExp(`^kerbside_${name} (.+)$`, 'm').exec(await metrics.text())?.[1],
    };
  }

  test('a backup that is two days old rings, and one that was never made two days after the start', async () => {
    const { at, dataDir, messages, metric } = await setup();
    expect([await at(0), await at(48), await metric('last_backup_timestamp_seconds')]).toEqual([[], [], '0']);
    expect(await at(49)).toEqual(['backup_old']);
    const madeAt = tenOClock + 40 * hour;
    recordBackup(dataDir, { madeAt: new Date(madeAt).toISOString(), by: 'npm run backup' });
    expect([await at(88), await at(89)]).toEqual([[], ['backup_old']]);
    expect(messages()).toEqual(['The last backup is from Mon, 23 Nov 2026, 02:00, by npm run backup.']);
    expect(Number(await metric('last_backup_timestamp_seconds'))).toBe(madeAt / 1_000);
  });

  test('a claim without contact rings from the end of its response target until somebody has seen to it', async () => {
    const { at, storeClaim, desk, metric } = await setup();
    const dueAt = tenOClock + 24 * hour;
    const [first, second] = [await storeClaim(undefined, { dueAt }), await storeClaim(undefined, { dueAt })];
    expect([await at(24), await metric('response_targets_missed')]).toEqual([[], '0']);
    expect([await at(25), await metric('response_targets_missed')]).toEqual([['response_target_missed'], '2']);
    await desk.runAction(olu, first, { type: 'contacted' });
    expect(await at(26)).toEqual(['response_target_missed']);
    await desk.runAction(olu, second, { type: 'closed', why: 'It is settled.' });
    expect([await at(27), await metric('response_targets_missed')]).toEqual([[], '0']);
  });

  test('a roadside start rings when our own target of minutes is missed', async () => {
    const { at, storeClaim, metric } = await setup();
    await storeClaim(undefined, { ownTargetAt: tenOClock + hour / 4 });
    expect(await at(0.25)).toEqual([]);
    expect(await at(0.26)).toEqual(['response_target_missed']);
    expect(await metric('response_targets_missed')).toBe('0');
  });

  test('a failed job rings at once, and recurring work that has failed for two hours', async () => {
    const { at, database, metric } = await setup();
    await database.write((tx) => enqueue(tx, [{ kind: 'fragile', createdAt: tenOClock }]));
    await database.write((tx) => enqueue(tx, [{ kind: 'nightly', createdAt: tenOClock }]));
    const change = (kind: string, values: object) =>
      database.write((tx) => tx.updateTable('jobs').set(values).where('kind', '=', kind).execute());
    await database.write((tx) => enqueue(tx, [{ kind: 'other', createdAt: tenOClock }]));
    await change('other', { failed_at: tenOClock });
    expect([await at(1), await metric('jobs_failed{kind="fragile"}')]).toEqual([[], '0']);
    expect(await metric('jobs_failed{kind="other"}')).toBeUndefined();
    await change('fragile', { failed_at: tenOClock });
    expect([await at(1), await metric('jobs_failed{kind="fragile"}')]).toEqual([['jobs_failing'], '1']);
    await change('fragile', { acknowledged_at: tenOClock });
    expect(await at(1)).toEqual([]);
    await change('nightly', { id: 'nightly', last_outcome: 'error', first_attempt_at: tenOClock });
    expect([await at(2), await metric('jobs_failed{kind="nightly"}')]).toEqual([[], '1']);
    expect(await at(2.1)).toEqual(['jobs_failing']);
    await change('nightly', { last_outcome: 'done', first_attempt_at: null });
    expect(await at(3)).toEqual([]);
  });
});

test.runIf(canMount())('a disk with less than a gigabyte rings, and ALARM_URL is told once', async () => {
  const disk = makeSmallDisk(temporaryFolder(), 200);
  const hooks = await startWebhookServer();
  const product = await spawnProduct({ DATA_DIR: disk.dataDir, ALARM_URL: hooks.url }, undefined, [], disk.within);
  onTestFinished(async () => void (await product.end('SIGKILL')));
  await product.ready;
  await until('the alarm', () => product.output().includes('"alarm":"disk_short"'));
  const told = () => hooks.hooks.filter(({ body }) => body?.alarm === 'disk_short').map(({ body }) => body?.state);
  await until('the POST', () => told().length > 0);
  expect(told()).toEqual(['begun']);
  const { text } = await request(`${product.url}/metrics`);
  const [, free = ''] = /^kerbside_data_disk_free_bytes (.+)$/m.exec(text) ?? [];
  const [, size = ''] = /^kerbside_data_disk_bytes (.+)$/m.exec(text) ?? [];
  expect(Number(free)).toBeGreaterThan(0);
  expect(Number(size)).toBeGreaterThan(Number(free));
  expect(Number(size)).toBeLessThan(200 * 1024 ** 2);
});

test('every alarm has a rule for Prometheus, and a paragraph in the guide that names it', async () => {
  const [rules, guide] = ['docs/alerts.yml', 'docs/operations.md'].map((path) => readFileSync(path, 'utf8'));
  const { services } = await createTestApp();
  for (const { name, alert, what, todo } of services.alarmWatch.defined) {
    expect(rules?.includes(`- alert: ${alert}\n`), `a rule for ${alert}`).toBe(true);
    expect(guide?.includes(`**${alert}** (\`${name}\`).`), `a paragraph on ${name}`).toBe(true);
    for (const sentence of [what, todo]) expect(sentence).toMatch(/^[A-Z].*[.]$/);
  }
  for (const text of [rules, guide]) expect(text).not.toMatch(/e-mail/i);
});
