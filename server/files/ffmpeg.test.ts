// Protects: how ffmpeg ended is known also of a damaged film, about which it writes very much.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { runFfmpeg } from './ffmpeg.ts';

test('Of a megabyte that ffmpeg writes, the streams at the beginning and the times at the end are kept, whatever a film says', async () => {
  const program = join(temporaryFolder(), 'ffmpeg');
  const script = [
    '#!/bin/sh',
    'echo "    title           : bench: utime=.s stime=.s" >&2',
    'echo "  Stream #0:0: Video: h264" >&2',
    'yes "error while decoding MB 1 2" | head -c 1000000 >&2',
    'echo "time=00:05:00.00" >&2',
    'echo "bench: utime=1.500s stime=0.500s rtime=9.000s" >&2',
  ];
  writeFileSync(program, script.join('\n'), { mode: 0o700 });
  const limits = { timeMs: 60_000, processorSeconds: 60, memoryKb: 1_000_000 };
  const film = { path: 'film.ts', mediaType: 'video/mp2t' };
  const { kind, said, processorMs } = await runFfmpeg(program, film, [], { signal: new AbortController().signal, limits });
  expect([kind, processorMs]).toEqual(['done', 2_000]);
  expect(said).toContain('Stream #0:0');
  expect(said).toContain('time=00:05:00.00');
  expect(said.length).toBeLessThan(300_000);
});

test('Of a film that took too long and was killed before it closed its file, there is no copy', async () => {
  const program = join(temporaryFolder(), 'ffmpeg');
  const script = ['#!/bin/sh', "trap 'kill -KILL $$' TERM", 'while :; do sleep 0.05; done'];
  writeFileSync(program, script.join('\n'), { mode: 0o700 });
  const limits = { timeMs: 500, processorSeconds: 60, memoryKb: 1_000_000 };
  const film = { path: 'film.ts', mediaType: 'video/mp2t' };
  expect(await runFfmpeg(program, film, [], { signal: new AbortController().signal, limits })).toMatchObject({ kind: 'failed' });
});
