// Protects: a bucket that takes no files rings before claimants tell of it.
import { expect, onTestFinished, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { testDatabases } from '#testing/databases.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { startS3 } from '#testing/s3.ts';
import { unwritableAlarm } from './unwritable-store.ts';

const databases = testDatabases();

async function setup(bucket = 'evidence') {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  let time = 0;
  const settings = { EVIDENCE_URL: s3.url.replace('evidence', bucket) };
  const app = await openTestApp(await databases.open('sqlite'), { settings, now: () => time });
  onTestFinished(() => app.files.close());
  /** Checks a minute later. */
  const check = async () => {
    time += minute;
    return unwritableAlarm.check(app);
  };
  const putBack = (ms: number) => {
    time -= ms;
  };
  return { s3, check, putBack };
}

test('after two attempts in a row that failed it rings, and is over with the next that works, of which nothing stays', async () => {
  const { s3, check } = await setup();
  expect(await check()).toBeNull();
  await s3.shutDown();
  expect(await check()).toBeNull();
  expect(await check()).toMatch(/^Nothing can be written to the bucket of EVIDENCE_URL: .*ECONNREFUSED/);
  await s3.bringUp();
  expect([await check(), await s3.contents()]).toEqual([null, { objects: [], uploads: [] }]);
  expect(s3.requests.filter((one) => one.startsWith('PUT'))).toHaveLength(2);
});

test('it goes on trying where the clock was put back', async () => {
  const { s3, check, putBack } = await setup();
  await check();
  putBack(hour);
  await s3.shutDown();
  await check();
  expect(await check()).toMatch(/ECONNREFUSED/);
});

test('a bucket that is not there rings too', async () => {
  const { check } = await setup('another');
  await check();
  expect(await check()).toMatch(/EVIDENCE_URL: S3 answered 404 NoSuchBucket/);
});
