// Protects: a file arrives whole by every way in, or is refused with a sentence.
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { expectWhole, ways } from '#testing/ways-in.ts';

test.each(Object.entries(ways))('a file arrives whole by %s, whatever its size', async (_, send) => {
  await expectWhole(await createTestEvidence(), send, 700_007);
});

test.each(Object.entries(ways))('what is refused by %s is refused with a sentence, and leaves nothing', async (_, send) => {
  const { mine, evidenceRows } = await createTestEvidence();
  for (const [bytes, reason] of [
    [refusedFiles['a page'], 'Web pages'],
    [Buffer.alloc(0), ''],
  ] as const)
    expect(await send(mine, bytes, 'photo.jpg')).toContain(reason);
  expect(evidenceRows()).toEqual([]);
});
