import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FfmpegLimits, runFfmpeg } from './ffmpeg.ts';
import { type Picture, readPicture } from './read-picture.ts';

/** The limits of a still, which takes a second, and of a copy that plays. The memory is that of pictures. */
export const filmLimits = {
  still: { timeMs: 120_000, processorSeconds: 40, memoryKb: 1_400_000 },
  copy: { timeMs: 900_000, processorSeconds: 600, memoryKb: 1_400_000 },
} satisfies Record<string, FfmpegLimits>;

/** A copy is small and of the beginning, because the original stays what counts. */
const copySeconds = 300;
const copyBytes = 60_000_000;

/**
 * `still` is null where the file has no picture; `copy` where it needs none, or none could be made. `note` is a sentence for staff,
 * `durationMs` the length, where the container says it.
 */
export type FilmPreviews = {
  still: Picture | null;
  copy: Buffer | null;
  note: string | null;
  durationMs: number | null;
  processorMs: number;
};

type Film = { path: string; mediaType: string };

/** Makes the still of a film, and a copy that every browser plays where not every browser plays the original. */
export async function makeFilmPreviews(
  program: string,
  film: Film,
  work: { folder: string; signal: AbortSignal; limits?: typeof filmLimits },
): Promise<FilmPreviews> {
  const { folder, signal, limits = filmLimits } = work;
  let processorMs = 0;
  const run = async (args: string[], limit: FfmpegLimits) => {
    const ran = await runFfmpeg(program, film, [...args], { signal, limits: limit });
    processorMs += ran.processorMs;
    return ran;
  };

  const { still, said } = await makeStill();
  const { copy, note } = plays(film.mediaType, said) ? { copy: null, note: null } : await makeCopy();
  return { still, copy, note, durationMs: durationIn(said, film.mediaType), processorMs };

  /** Takes a picture after a second, because the first is often black, or the first where the film is shorter. */
  async function makeStill(): Promise<{ still: Picture | null; said: string }> {
    const path = join(folder, 'still.png');
    let said = '';
    for (const from of [['-ss', '1'], []]) {
      const shown = ['-map', '0:v:0', '-frames:v', '1', '-vf', within(1_600)];
      const ran = await run(
        [...from, ...shown, '-c:v', 'png', '-f', 'image2', '-update', '1', '-y', `file:${path}`],
        limits.still,
      );
      said = ran.said;
      // It ends well without a picture where there is none behind the given time.
      if (!(await isThere(path))) continue;
      const { picture } = await readPicture(createReadStream(path), 'image/png', signal);
      return { still: picture, said };
    }
    return { still: null, said };
  }

  async function makeCopy(): Promise<{ copy: Buffer | null; note: string | null }> {
    const path = join(folder, 'copy.mp4');
    const video = ['-vf', within(854), '-fpsmax', '30', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28'];
    const rate = ['-maxrate', '1200k', '-bufsize', '2400k', '-pix_fmt', 'yuv420p', '-threads', '1'];
    const sound = ['-c:a', 'aac', '-b:a', '64k', '-ac', '1', '-ar', '44100'];
    const file = [
      '-t',
      String(copySeconds),
      '-fs',
      String(copyBytes),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${path}`,
    ];
    const chosen = ['-map', '0:v:0?', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'];
    const { kind, said } = await run([...chosen, ...video, ...rate, ...sound, ...file], limits.copy);
    if (kind === 'failed' || !(await isThere(path))) return { copy: null, note: 'No copy that plays could be made.' };
    const isWhole = kind === 'done' && lengthOf(said) < copySeconds - 1;
    return { copy: await readFile(path), note: isWhole ? null : 'The copy that plays has the beginning only.' };
  }
}

/** The filters that fit a film into a square. Some cameras have pixels that are not square. */
function within(size: number): string {
  const fit = `scale=min(${size}\\,iw):min(${size}\\,ih):force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return `scale=trunc(iw*sar/2)*2:trunc(ih/2)*2,setsar=1,${fit}`;
}

/** Whether the browsers of today play the original, by what ffmpeg says of its streams. */
function plays(mediaType: string, said: string): boolean {
  const [input = ''] = said.split(/^(?:Stream mapping|Output #)/m);
  const codecs = [...input.matchAll(/^ {2,4}Stream #.{1,80}?: (?:Video|Audio): (\w.*)/gm)].map(([, codec = '']) => codec);
  const isPlayed = codecs.every((codec) => /^(?:vp8|vp9|av1|aac|mp3|opus|vorbis)\b|^h264.*yuvj?420p\b/.test(codec));
  return ['video/mp4', 'video/quicktime', 'video/webm'].includes(mediaType) && codecs.length > 0 && isPlayed;
}

/**
 * The length that a container says of itself, below a hundred hours. MPEG-TS says none: what ffmpeg finds there is that of a piece, or 16
 * hours. Titles of streams, on the lines after it, may look the same.
 */
function durationIn(said: string, mediaType: string): number | null {
  if (!['video/webm', 'video/x-matroska', 'video/x-msvideo'].includes(mediaType)) return null;
  return Math.round(lastTime(said.matchAll(/\n {2}Duration: (\d\d):(\d\d):([\d.]+)/g)) * 1_000) || null;
}

/** The length of what ffmpeg wrote, in seconds. */
const lengthOf = (said: string): number => lastTime(said.matchAll(/time=(\d+):(\d\d):([\d.]+)/g));

function lastTime(times: Iterable<RegExpExecArray>): number {
  const [, hours, minutes, seconds] = [...times].at(-1) ?? [];
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

async function isThere(path: string): Promise<boolean> {
  return Boolean((await stat(path).catch(() => null))?.size);
}
