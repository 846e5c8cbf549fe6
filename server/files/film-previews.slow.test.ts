// Protects: a film has a still, and a copy that plays where not every browser plays it; a hostile one reads no other file and ends.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFfmpeg, makeFilm } from '#testing/ffmpeg.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { waitLimitMs } from '#testing/until.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { filmLimits, makeFilmPreviews } from './film-previews.ts';

const program = findFfmpeg() ?? '';

type Options = Parameters<typeof makeFilm>[2];

const hevc: Options = { video: 'libx265', more: ['-x265-params', 'log-level=none', '-tag:v', 'hvc1'] };

describe.runIf(program)('ffmpeg', () => {
  test.each<[name: string, mediaType: string, seconds: number | null, options: Options]>([
    ['dashcam.ts', 'video/mp2t', null, {}],
    ['camcorder.m2ts', 'video/vnd.dlna.mpeg-tts', null, { sound: 'ac3', more: ['-mpegts_m2ts_mode', '1'] }],
    ['old.avi', 'video/x-msvideo', 3, { video: 'mjpeg', sound: 'pcm_s16le' }],
    ['recorder.mkv', 'video/x-matroska', 3, {}],
    ['iphone.mov', 'video/quicktime', null, hevc],
  ])(
    '%s has a still and a copy that every browser plays, without what the original says',
    async (name, mediaType, seconds, options = {}) => {
      // What it says of itself stands in what ffmpeg says of its work.
      const titles = {
        '-metadata': 'secret-title bench: utime=.s stime=.s',
        '-metadata:s:v': 'Duration: 99999999999999999:00:00.00',
      };
      const more = [...(options.more ?? []), ...Object.entries(titles).flatMap(([option, title]) => [option, `title=${title}`])];
      const { still, copy, note, durationMs, processorMs } = await previewsOf(
        makeFilm(program, join(temporaryFolder(), name), { ...options, more }),
        mediaType,
      );
      if (still?.kind !== 'read') throw new Error(still?.reason);
      expect(await sharp(still.large).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
      expect(processorMs).toBeGreaterThan(0);
      expect([note, durationMs && Math.round(durationMs / 1_000)]).toEqual([null, seconds]);
      expect(copy?.includes('secret-title')).toBe(false);
      const streams = await streamsOf(copy);
      expect(streams).toMatch(/Video: h264 .*yuv420p.* 320x240/);
      expect(streams).toMatch(/Audio: aac/);
    },
  );

  test('an MP4 that browsers play has a still alone, also where it is shorter than a second', async () => {
    for (const seconds of [3, 0.4]) {
      const { still, copy } = await previewsOf(makeFilm(program, join(temporaryFolder(), 'a.mp4'), { seconds }), 'video/mp4');
      expect([still?.kind, copy]).toEqual(['read', null]);
    }
  });

  test('a voice note in AMR has a copy that plays, and no still', async () => {
    const path = join(temporaryFolder(), 'note.amr');
    const silence = Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)]);
    writeFileSync(path, Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 150 }, () => silence)]));
    const { still, copy } = await previewsOf(path, 'audio/amr');
    expect(still).toBeNull();
    expect(await streamsOf(copy)).toMatch(/Duration: 00:00:03.*Audio: aac/s);
  });

  test.each([
    ['a playlist', (secret: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:${secret}\n#EXT-X-ENDLIST\n`],
    ['a list of files', (secret: string) => `ffconcat version 1.0\nfile ${secret}\n`],
  ])('%s that is called a film makes ffmpeg open no other file', async (_, listOf) => {
    const folder = temporaryFolder();
    const secret = makeFilm(program, join(folder, 'secret.ts'));
    writeFileSync(join(folder, 'list.ts'), listOf(secret));
    for (const mediaType of ['video/mp2t', 'video/x-msvideo']) {
      const { still, copy, note } = await previewsOf(join(folder, 'list.ts'), mediaType);
      expect([still, copy, note]).toEqual([null, null, 'No copy that plays could be made.']);
    }
  });

  test('a copy that takes too much of the processor’s time has the beginning of its film', async () => {
    const film = makeFilm(program, join(temporaryFolder(), 'long.ts'), { seconds: 400 });
    const copy = { ...patient.copy, processorSeconds: 1 };
    const made = await previewsOf(film, 'video/mp2t', { ...patient, copy });
    expect(made).toMatchObject({ still: { kind: 'read' }, note: 'The copy that plays has the beginning only.' });
    expect(await streamsOf(made.copy)).toMatch(/Video: h264/);
    expect(made.processorMs).toBeGreaterThan(400);
  });

  test('ending the process ends ffmpeg', async () => {
    const film = { path: makeFilm(program, join(temporaryFolder(), 'a.ts'), { seconds: 60 }), mediaType: 'video/mp2t' };
    const ending = new AbortController();
    const running = runFfmpeg(program, film, ['-f', 'null', '-'], { signal: ending.signal, limits: patient.copy });
    ending.abort();
    await expect(running).rejects.toThrow('aborted');
  });
});

/** The limits of memory and of the processor's time are the product's. A process may stand still for longer than its limit of time. */
const patient = {
  still: { ...filmLimits.still, timeMs: waitLimitMs },
  copy: { ...filmLimits.copy, timeMs: waitLimitMs },
};

function previewsOf(path: string, mediaType: string, limits = patient) {
  const folder = join(temporaryFolder(), 'work');
  mkdirSync(folder);
  return makeFilmPreviews(program, { path, mediaType }, { folder, signal: new AbortController().signal, limits });
}

/** What ffmpeg says of a copy. */
async function streamsOf(copy: Buffer | null): Promise<string> {
  const path = join(temporaryFolder(), 'copy.mp4');
  writeFileSync(path, copy ?? '');
  expect(readFileSync(path).subarray(4, 8).toString()).toBe('ftyp');
  const options = { signal: new AbortController().signal, limits: patient.copy };
  return (await runFfmpeg(program, { path, mediaType: 'video/mp4' }, ['-f', 'null', '-'], options)).said;
}
