// Protects: films that came before an upgrade, or before ffmpeg was set, have facts and stills after the next start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestEvidence } from '#testing/create-test-evidence.ts';
import { findFfmpeg, makeFilm } from '#testing/ffmpeg.ts';
import { filmOf, movieHeader, since1904 } from '#testing/fixtures/film.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

const program = findFfmpeg() ?? '';

test('a film that came before any facts were read has them after the next start', async () => {
  const { item } = await leftByTheReleaseBefore(filmOf([movieHeader(since1904('2026-11-20T14:03:22Z'), 61_500)]));
  await until('facts', async () => (await item())?.facts.durationMs === 61_500);
  await until('the end', async () => (await item())?.preview === 'none');
});

test.runIf(program)('a film that came before ffmpeg was set has a still after the next start', async () => {
  const film = readFileSync(makeFilm(program, join(temporaryFolder(), 'a.mp4')));
  const { item } = await leftByTheReleaseBefore(film, { FFMPEG_PATH: program });
  await until('a still', async () => (await item())?.preview === 'ready');
});

/** A claim with one film, of which nothing was read, where the job of the next start is due. */
async function leftByTheReleaseBefore(film: Buffer, settings: Record<string, string> = {}) {
  const { mine, evidence, evidenceRows, sqlite } = await createTestEvidence(settings, { hasPreviews: true });
  expect(await mine.upload(film, { metadata: { filename: 'dashcam.mp4' } }).done).toBeNull();
  const item = () => evidence.find(String(evidenceRows()[0]?.id));
  await until('what is done today', async () => (await item())?.preview !== 'waiting');
  sqlite.exec("update evidence set preview_state = 'none', duration_ms = null, taken_at = null");
  sqlite.exec("update jobs set run_at = 0 where kind = 'evidence-earlier-films'");
  return { item };
}
