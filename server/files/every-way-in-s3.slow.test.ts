// Protects: a file arrives whole by every way in also where files are kept in S3, that of Ceph too.
import { onTestFinished, test } from 'vitest';
import { canRunCeph, startCeph } from '#testing/ceph.ts';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { startS3 } from '#testing/s3.ts';
import { expectWhole, ways } from '#testing/ways-in.ts';

/** More than a part of an upload in S3. */
const largest = 7 * 1024 ** 2 + 7;

test.each(Object.entries(ways))('a file arrives whole in S3 by %s, whatever its size', async (_, send) => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  await expectWhole(await createTestEvidence({ EVIDENCE_URL: s3.url }), send, largest);
});

test.runIf(canRunCeph)(
  'a file arrives whole in Ceph by every way in, whatever its size',
  async () => {
    const url = await startCeph();
    for (const send of Object.values(ways)) await expectWhole(await createTestEvidence({ EVIDENCE_URL: url }), send, largest);
  },
  300_000,
);
