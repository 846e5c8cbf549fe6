import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { evidenceFiles } from './fixtures/evidence-files.ts';
import { claimFrom } from './fixtures/submissions.ts';
import { freePort } from './free-port.ts';
import { jsonPost, request } from './http.ts';
import { type ProductProcess, spawnProduct } from './product.ts';
import { storeReader } from './read-store.ts';
import type { TestS3 } from './s3.ts';
import { until } from './until.ts';

type EvidenceCrashCounts = {
  kills: number;
  acknowledged: number;
  /** Files that were acknowledged and are not in the store or not on the disk: must be 0. */
  lost: number;
  /** Files that are on the disk with other bytes than were sent, acknowledged or not: must be 0. */
  changed: number;
  /** Uploads that their sender left in the middle. */
  left: number;
  /** Those of them that went on at the end from where they were; the others were gone and were sent from their beginning. */
  resumed: number;
  /** Those of them that could do neither: must be 0. */
  stuck: number;
  /** Files that no row names: must be 0. */
  strays: number;
};

type Sent = { bytes: Buffer; sha256: string; url: string };

/** The most files of a claim. */
const filesPerClaim = 50;

/**
 * Kills the product at any moment while people upload files, and counts the results. Half of the people go on as the page does until
 * the file has arrived; half leave in the middle, and come back at the end.
 */
export async function crashWhileUploading(options: {
  kills: number;
  uploaders: number;
  dataDir: string;
  /** The URL of PostgreSQL, where rows are not in the folder. */
  databaseUrl?: string | null;
  /** The S3 server, where files are not in the folder. */
  s3?: TestS3 | null;
  onKill?: (kills: number) => void;
}): Promise<EvidenceCrashCounts> {
  const { dataDir, databaseUrl = null, s3 = null } = options;
  const port = String(await freePort());
  const places = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...(s3 && { EVIDENCE_URL: s3.url }) };
  const env = { ...places, PORT: port, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
  let product: ProductProcess = await spawnProduct(env);
  await product.ready;
  const { url } = product;
  const acknowledged: Sent[] = [];
  const left: (Sent & { headers: Record<string, string> })[] = [];
  const sent = new Map<string, Sent>();
  let isOver = false;

  async function uploader(number: number) {
    let headers = await openClaim(url);
    for (let count = 1; !isOver; count += 1) {
      if (count % filesPerClaim === 0) headers = await openClaim(url);
      const bytes = evidenceFiles.mp4(20_000 + Math.floor(Math.random() * 3_000_000));
      const file = { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), url: '' };
      const leavesAt = number % 2 === 1 ? Math.random() * bytes.length : Number.POSITIVE_INFINITY;
      const uploadUrl = await upload(url, headers, file, { leavesAt });
      const whole = { ...file, url: uploadUrl.url };
      sent.set(idOf(whole.url), whole);
      if (uploadUrl.isDone) acknowledged.push(whole);
      else if (whole.url) left.push({ ...whole, headers });
    }
  }

  const uploaders = Array.from({ length: options.uploaders }, (_, number) => uploader(number));
  for (let kills = 0; kills < options.kills; kills += 1) {
    await product.ready;
    const before = acknowledged.length;
    await until('a file to be acknowledged', () => acknowledged.length > before);
    await pause(Math.random() * 200);
    await product.end('SIGKILL');
    product = await spawnProduct(env);
    options.onKill?.(kills + 1);
  }
  await product.ready;
  isOver = true;
  await Promise.all(uploaders);

  let resumed = 0;
  let stuck = 0;
  for (const file of left) {
    const { url: finalUrl, isDone } = await upload(url, file.headers, file, { uploadUrl: file.url });
    sent.set(idOf(finalUrl), file);
    if (!isDone) stuck += 1;
    else if (finalUrl === file.url) resumed += 1;
  }
  await product.end('SIGTERM');
  const rows = await storeReader({ dataDir, databaseUrl }).all('select id, submission_id, sha256, received_at from evidence');
  const found = await look(rows, s3 ?? inFolder(join(dataDir, 'evidence')), sent);
  const lost = acknowledged.filter((file) => found.kept.get(idOf(file.url)) !== file.sha256).length;
  return { kills: options.kills, acknowledged: acknowledged.length, lost, left: left.length, resumed, stuck, ...found.counts };
}

/** Sends a claim, and returns what its sender's browser sends along from then on. */
export async function openClaim(url: string): Promise<Record<string, string>> {
  const { formName, data } = claimFrom();
  for (;;) {
    const answer = await request(`${url}/functions/v1/send-form-email`, jsonPost({ formName, formData: data })).catch(() => null);
    const token = String(answer?.json().link ?? '')
      .split('/')
      .at(-1);
    if (token) return { Cookie: `kerbside-claim=${token}`, Origin: url };
    await pause(50);
  }
}

type Course = { leavesAt?: number; uploadUrl?: string };

/**
 * Uploads a file until it is acknowledged, or the sender leaves. `url` is its last address; an upload that is gone is begun again.
 */
function upload(url: string, headers: Record<string, string>, { bytes }: { bytes: Buffer }, course: Course) {
  return new Promise<{ url: string; isDone: boolean }>((resolve) => {
    const end = (isDone: boolean): void => resolve({ url: one.url ?? '', isDone });
    const leave = (): void => void one.abort().then(() => end(false));
    const one: Upload = new Upload(bytes, {
      endpoint: `${url}/your-claim/files`,
      uploadUrl: course.uploadUrl ?? null,
      headers,
      chunkSize: 200_000,
      metadata: { filename: 'film.mp4' },
      retryDelays: Array.from({ length: 500 }, () => 30),
      onSuccess: () => end(true),
      onError: () => end(false),
      onChunkComplete: (_, offset) => offset > (course.leavesAt ?? Number.POSITIVE_INFINITY) && offset < bytes.length && leave(),
    });
    one.start();
  });
}

function idOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}

type Place = Pick<TestS3, 'pathOf' | 'contents'>;

function inFolder(folder: string): Place {
  return {
    pathOf: (key) => join(folder, key),
    contents: async () => {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return { objects: entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))), uploads: [] };
    },
  };
}

/** What is in the store and on the disk, read without the product. */
async function look(rows: Record<string, unknown>[], place: Place, sent: Map<string, Sent>) {
  const kept = new Map<string, string>();
  let changed = 0;
  for (const { id, submission_id, sha256, received_at } of rows) {
    if (received_at === null) continue;
    const onDisk = await hashOf(place.pathOf(`${submission_id}/${id}`));
    kept.set(String(id), onDisk ?? '');
    if (onDisk !== sha256 || onDisk !== sent.get(String(id))?.sha256) changed += 1;
  }
  const known = new Set(rows.map(({ id }) => String(id)));
  const { objects, uploads } = await place.contents();
  const strays = [...objects, ...uploads].filter((key) => !known.has(idOf(key).split('.')[0] ?? ''));
  return { kept, counts: { changed, strays: strays.length } };
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
