// Protects: a picture whose reading took too long is read again, and not for ever.
import { expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { until, waitLimitMs } from '#testing/until.ts';
import { previewJob } from './preview-job.ts';

const databases = testDatabases();

test('A picture whose reading took too long is read again, because the machine may have stood still', async () => {
  const { run, preview, outcomes, advance } = await openPreviews();
  await run(1);
  expect([await preview(), await outcomes()]).toEqual([['waiting', null], ['error']]);
  await advance(10_000);
  await run(waitLimitMs);
  expect([await preview(), await outcomes()]).toEqual([
    ['ready', null],
    ['error', 'done'],
  ]);
});

test('A picture that takes too long each time has no preview, with the reason', async () => {
  const { run, preview, outcomes, advance } = await openPreviews();
  for (const pauseMs of [10_000, 60_000, 600_000, 3_600_000]) {
    await run(1);
    expect(await preview()).toEqual(['waiting', null]);
    await advance(pauseMs);
  }
  await run(1);
  expect(await preview()).toEqual(['failed', 'Reading it took too long.']);
  expect(await outcomes()).toEqual(['error', 'error', 'error', 'error', 'done']);
});

/** A claim with one photograph. `run` makes one attempt at its previews, each time with this limit. */
async function openPreviews() {
  const database = await databases.open('sqlite');
  const { app, advance, startWorker, attempts, evidence, storeClaim } = await createTestDesk(database);
  const submissionId = await storeClaim();
  await addEvidence(evidence, submissionId, 'photo.jpg', await photograph());
  const outcomes = async () => (await attempts()).map(({ outcome }) => outcome);
  return {
    advance,
    outcomes,
    run: async (timeMs: number) => {
      const before = (await attempts()).length;
      const worker = startWorker([previewJob], { ...app, limits: { ...app.limits, picture: timeMs } });
      await until('an attempt', async () => (await attempts()).length > before);
      await worker.stop();
    },
    preview: async () => (await evidence.list(submissionId)).map((item) => [item.preview, item.previewReason])[0],
  };
}
