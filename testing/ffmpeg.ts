import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of ffmpeg on this machine; null where it is not installed. */
export function findFfmpeg(): string | null {
  const found = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'].find((path) => existsSync(path)) ?? null;
  if (!found) console.warn('ffmpeg is not installed on this machine (Debian: ffmpeg): its tests are skipped.');
  return found;
}

/** A film of so many seconds as ffmpeg makes it: moving colours of 320 × 240 and a tone, in a format, with these codecs. */
export function makeFilm(
  program: string,
  path: string,
  {
    seconds = 3,
    video = 'libx264',
    sound = 'aac',
    more = [],
  }: { seconds?: number; video?: string; sound?: string; more?: string[] } = {},
): string {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x240:rate=25:duration=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`];
  const coded = ['-c:v', video, '-preset', 'ultrafast', '-pix_fmt', video === 'mjpeg' ? 'yuvj420p' : 'yuv420p', '-c:a', sound];
  execFileSync(program, ['-v', 'error', ...picture, ...tone, ...coded, ...more, '-y', path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path;
}
