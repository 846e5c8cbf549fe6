import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readDiskSpace } from '#server/core/database/data-dir.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { Env } from '#server/core/settings/env.ts';
import { pingClamd, scanWithClamd } from '#server/files/clamd.ts';
import { leftByNewClaims } from '#server/files/evidence-space.ts';
import { reservedBytes } from '#server/files/evidence-store.ts';
import { ffmpegVersion } from '#server/files/ffmpeg.ts';
import { amber, type CheckResult, green, red } from './check-result.ts';

/** Whether files of claims can be kept and, where that is wanted, scanned. The file that it writes to try that is removed. */
export async function checkEvidence({ dataDir, evidenceUrl, clamdUrl, ffmpegPath }: Env): Promise<CheckResult[]> {
  const kept = evidenceUrl === null ? await checkFolder(dataDir) : [await checkBucket(evidenceUrl)];
  return [...kept, await checkScanner(clamdUrl), ...(await checkFfmpeg(ffmpegPath))];
}

/** Checks the folder of evidence. The product makes it at its start, so without a data folder there is nothing to check. */
async function checkFolder(dataDir: string): Promise<CheckResult[]> {
  if (!existsSync(dataDir)) return [];
  const folder = join(dataDir, 'evidence');
  const place = existsSync(folder) ? folder : dataDir;
  const probe = join(place, `.launch-check-${randomUUID()}`);
  try {
    await writeFile(probe, probe, { flag: 'wx', mode: 0o600 });
    if ((await readFile(probe, 'utf8')) !== probe) throw new Error('what is read is not what was written');
  } catch (error) {
    const says = `Files of claims cannot be written to ${folder}: ${errorMessage(error)}.`;
    return [red('evidence', says, 'Give the folder to the user that runs the product, and run this check as that user.')];
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
  const { free, size } = await readDiskSpace(place);
  return [checkEvidenceSpace(folder, free, size)];
}

export function checkEvidenceSpace(folder: string, freeBytes: number, diskBytes = 0): CheckResult {
  const says = `EVIDENCE_URL is not set: files of claims are kept in ${folder}`;
  if (freeBytes > leftByNewClaims(diskBytes)) return green('evidence', `${says}, which can be written.`);
  const megabytes = Math.floor(freeBytes / 1_000_000);
  const consequence =
    freeBytes > reservedBytes
      ? 'claims that nobody has contacted yet can add no file'
      : 'no file is taken, so that claims still are';
  return red(
    'evidence',
    `${says}, and only ${megabytes} MB are free there: ${consequence}.`,
    'Make room, or set EVIDENCE_URL to an S3.',
  );
}

async function checkBucket(evidenceUrl: string): Promise<CheckResult> {
  const { host, pathname } = new URL(evidenceUrl);
  const about = `the bucket ${pathname.replaceAll('/', '')} at ${host}`;
  const { openS3Store } = await import('#server/files/s3-store.ts');
  const store = openS3Store(evidenceUrl);
  const key = `launch-check/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from(key));
    const read = await buffer(await store.read(key));
    await store.remove(key);
    if (read.toString() !== key) throw new Error('what is read is not what was written');
    return green('evidence', `EVIDENCE_URL is set: ${about} keeps files of claims, gives them back and deletes them.`);
  } catch (error) {
    await store.remove(key).catch(() => {});
    const says = `EVIDENCE_URL is set, and ${about} does not keep files of claims: ${errorMessage(error)}.`;
    return red('evidence', says, 'Correct EVIDENCE_URL, or what its key may do: put, get, list and delete.');
  } finally {
    store.close();
  }
}

async function checkScanner(clamdUrl: string | null): Promise<CheckResult> {
  if (clamdUrl === null) return green('virus scan', 'CLAMD_URL is not set: nobody looks for viruses in the files of claims.');
  try {
    await pingClamd(clamdUrl);
    const answers = `CLAMD_URL is set: clamd answers at ${clamdUrl}`;
    const kinds = [];
    for (const bytes of [1_024, beyondDefault]) {
      const scanned = await scanWithClamd(clamdUrl, async () => sampleOf(bytes), AbortSignal.timeout(scanMs));
      kinds.push(scanned.kind);
    }
    const [short, long] = kinds;
    // Without signatures for the sample it cannot be told how far clamd looks.
    if (short !== 'infected' || long === 'infected') return green('virus scan', `${answers}.`);
    const says =
      long === 'clean'
        ? `${answers}, and calls a file of 101 MB clean without having looked into it.`
        : `${answers}, and does not look into a file of 101 MB: it will be said to be too long to scan.`;
    return amber(
      'virus scan',
      says,
      'In clamd.conf set StreamMaxLength, MaxFileSize and MaxScanSize to 2000M, and AlertExceedsMax to yes.',
    );
  } catch (error) {
    const says = `CLAMD_URL is set, and clamd does not answer at ${clamdUrl}: ${errorMessage(error)}`;
    return red('virus scan', says, 'Start clamd or correct CLAMD_URL: nobody can open a file that waits for its scan.');
  }
}

/** A little more than clamd looks into by default, which is 100 MB; and how long it may take. */
const beyondDefault = 101 * 1024 ** 2;
const scanMs = 60_000;

/** The EICAR test file, which every scanner finds and which is no virus, and zeros behind it. In two halves, so that none finds it here. */
async function* sampleOf(bytes: number) {
  yield Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));
  const zeros = Buffer.alloc(2 ** 16);
  for (let left = bytes; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
}

async function checkFfmpeg(path: string | null): Promise<CheckResult[]> {
  if (path === null) return [];
  try {
    return [green('films', `FFMPEG_PATH is set: ffmpeg ${await ffmpegVersion(path)} makes stills of films.`)];
  } catch (error) {
    const says = `FFMPEG_PATH is set, and ${path} does not run: ${errorMessage(error)}`;
    return [red('films', says, 'Install ffmpeg or correct FFMPEG_PATH: films have neither stills nor copies that play.')];
  }
}
