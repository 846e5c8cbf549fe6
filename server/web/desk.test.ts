// Protects: every operation of staff checks a permission; the recurring work of the desk runs from the start, and a failing job does not stop it.
import { describe, expect, onTestFinished, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { defineJob, every } from '#server/core/jobs/define-job.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import { until } from '#testing/until.ts';

const databases = testDatabases();

describe('a desk at work', () => {
  test('indexes, reminds and erases from the start, and stops on request', async () => {
    const database = await databases.open();
    const { desk, notifyStored, alarms, startWorker, storeClaim, emails, log, advance } = await createTestDesk(database);
    await storeClaim(aoife, { createdAt: tenOClock - 21 * hour });
    const createdAt = tenOClock - 8 * 365 * 24 * hour;
    const old = await storeClaim(aoife, { createdAt });
    await database.db.updateTable('form_submissions').set({ closed_at: createdAt }).where('id', '=', old).execute();
    const worker = startWorker();
    onTestFinished(() => worker.stop());
    await until('the reminder', async () => {
      await advance(minute);
      return (await emails()).some(({ template }) => template === 'due-digest');
    });
    await until('retention', async () => (await desk.retentionState(olu)).succeededAt);
    await until('the search', async () => (await desk.inbox(olu, { search: 'neil' })).rows.length === 1);
    await storeClaim(aoife);
    notifyStored();
    await until('the new one', async () => (await desk.inbox(olu, { search: 'neil' })).rows.length === 2);
    desk.close();
    await worker.stop();
    expect(alarms()).toEqual([]);
    expect(log()).not.toContain('"level":"error"');
  });

  test('a failing job is logged once, and the desk goes on', async () => {
    const database = await databases.open();
    const { desk, startWorker, storeClaim, log } = await createTestDesk(database);
    await storeClaim();
    const handle = () => Promise.reject(new Error('Nobody knows.'));
    const failing = defineJob({ kind: 'failing', title: 'Failing', next: every(minute), handle });
    const worker = startWorker([...desk.jobs, failing]);
    onTestFinished(() => worker.stop());
    await until('the words', () => log().includes('Nobody knows.'));
    expect((await desk.inbox(olu, {})).rows).toHaveLength(1);
  });
});

/** What no permission is needed for. Whatever else the desk can do has to be refused to somebody whose role allows nothing. */
const ungated = [
  ...['requirePermission', 'readAction', 'readUndo', 'callingHours', 'correctableFields', 'copyForClaimant'],
  ...['subscribe', 'events', 'hasRoomForEvents', 'typesAt', 'closeStreams'],
  ...['jobs', 'indexNow', 'runRetention', 'purge', 'eraseExpiredAccess'],
  ...['alarms', 'close', 'evidence', 'sources', 'choice'],
];

test('every operation is refused to a role that allows nothing, but for those that are named', async () => {
  const { desk, events } = await createTestDesk(await databases.open('sqlite'));
  const nobody = { ...grace, role: 'none' as typeof grace.role };
  const all = [desk, desk.evidence, desk.sources].flatMap((part) => Object.entries(part));
  const operations = all.filter(([name]) => !ungated.includes(name));
  expect(operations).toHaveLength(54);
  for (const [name, run] of operations) {
    const result = (run as (staff: typeof nobody) => Promise<unknown> | AsyncGenerator)(nobody);
    await expect('next' in result ? result.next() : result, name).rejects.toThrow('Your account does not allow this.');
  }
  expect((await events()).map(({ action }) => action)).toEqual(Array.from({ length: 10 }, () => 'access refused'));
});
