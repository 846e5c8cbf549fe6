import { execFile, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import { exitOf, limitedCommand } from './limited-process.ts';

/** The formats of evidence that ffmpeg reads, by media type, with its own names for them. */
const formats: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/vnd.dlna.mpeg-tts': 'mpegts',
  'audio/amr': 'amr',
};

/** ffmpeg decodes hundreds of codecs, each with its own faults. These are those of phones, dashcams and recorders. */
const codecs = [
  ['h264', 'hevc', 'mpeg4', 'mjpeg', 'h263', 'flv', 'vp8', 'vp9', 'libdav1d', 'av1', 'libaom-av1', 'mpeg1video', 'mpeg2video'],
  ['msmpeg4v2', 'msmpeg4', 'wmv2', 'rawvideo', 'aac', 'ac3', 'mp2', 'mp2float', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis'],
  ['amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb', 'pcm_s16le', 'pcm_s16be', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'],
  ['pcm_bluray', 'adpcm_ms', 'adpcm_ima_wav'],
].flat();

export const ffmpegTypes = Object.keys(formats);

/** Whether ffmpeg is given files of this type at all. */
export function isForFfmpeg(mediaType: string | null): boolean {
  return Object.hasOwn(formats, mediaType ?? '');
}

/** Throws where this is no ffmpeg that runs; returns its version. */
export async function ffmpegVersion(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['-version'], { env: {}, timeout: 10_000 });
  const [, version] = /^ffmpeg version (\S+)/.exec(stdout) ?? [];
  if (!version) throw new Error('it does not say that it is ffmpeg');
  return version;
}

export type FfmpegLimits = { timeMs: number; processorSeconds: number; memoryKb: number };

/** `cut`: it was ended by a limit of time, and closed what it wrote until then. `said` is what it wrote about its work. */
export type FfmpegRun = { kind: 'done' | 'cut' | 'failed'; said: string; processorMs: number };

/** How long it may take to close its file once it was asked to end. */
const closingMs = 10_000;

/** How much is kept of the beginning of what it writes, which names the streams, and of the end, which says how it went. */
const keptCharacters = 100_000;

/**
 * Runs ffmpeg on one local file, at low priority, with limits, and without network, settings and secrets. It reads the file as the
 * format that it is, and opens no other: formats of lists can name any file of this machine. Throws where it cannot be started, or was
 * aborted.
 */
export async function runFfmpeg(
  program: string,
  { path, mediaType }: { path: string; mediaType: string },
  outputArgs: string[],
  { signal, limits }: { signal: AbortSignal; limits: FfmpegLimits },
): Promise<FfmpegRun> {
  const format = formats[mediaType] ?? '';
  const only = ['-protocol_whitelist', 'file', '-format_whitelist', format, '-codec_whitelist', codecs.join(',')];
  const input = ['-threads', '1', ...only, '-f', format, '-i', `file:${path}`];
  const common = ['-hide_banner', '-nostdin', '-nostats', '-benchmark', '-filter_threads', '1'];
  const [command = '', ...args] = limitedCommand([program, ...common, ...input, ...outputArgs], limits);
  signal.throwIfAborted();
  const startedAt = performance.now();
  const child = spawn(command, args, { env: { MALLOC_ARENA_MAX: '2' }, stdio: ['ignore', 'ignore', 'pipe'] });
  lowerPriority(child.pid);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (said.length > 2 * keptCharacters) said = said.slice(0, keptCharacters) + said.slice(-keptCharacters);
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  let isLate = false;
  const timers = [
    setTimeout(() => {
      isLate = true;
      child.kill('SIGTERM');
    }, limits.timeMs),
    setTimeout(kill, limits.timeMs + closingMs),
  ];
  try {
    const { code } = await exitOf(child);
    signal.throwIfAborted();
    // It takes SIGXCPU, the signal of the limit of the processor's time, like SIGTERM, and ends with 255 once its file is closed.
    const isCut = code === 255 && (isLate || /received signal/i.test(said));
    const kind = code === 0 ? 'done' : isCut ? 'cut' : 'failed';
    const processorMs = (kind === 'failed' ? null : processorMsIn(said)) ?? performance.now() - startedAt;
    return { kind, said, processorMs: Math.ceil(processorMs) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

/** The processor's time that ffmpeg says last that it took. What a film says of itself comes before that, and may look the same. */
function processorMsIn(said: string): number | null {
  const last = said.slice(said.lastIndexOf('\nbench: utime='));
  const [, user, system] = /^\nbench: utime=(\d+\.\d+)s stime=(\d+\.\d+)s/.exec(last) ?? [];
  return user ? 1_000 * (Number(user) + Number(system)) : null;
}

/** Lowers the priority, because claims are more urgent than films. A sandbox may forbid it. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, 10);
  } catch {}
}
