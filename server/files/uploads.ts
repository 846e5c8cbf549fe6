import { setTimeout as pause } from 'node:timers/promises';
import { type EvidenceLimits, limitsBy } from '#forms/evidence-rules.ts';
import { type App, perApp } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { discardUpload } from './discard-upload.ts';
import { evidenceRefusals, tooLarge } from './evidence-refusals.ts';
import { type EvidenceRow, findRow, giveUpRow, keyOf, reserveFile, rowsThatMayGiveWay } from './evidence-rows.ts';
import { checkSpaceEveryBytes, type OpenWriter, spaceOf } from './evidence-space.ts';
import { type Pieces, reservedBytes, type StoredUpload } from './evidence-store.ts';
import { cleanFileName } from './file-name.ts';
import { headBytes, largestOf, refusalOfSize, sniff } from './media-type.ts';
import type { NewEvidence, Reservation } from './reserve-evidence.ts';

/** How long to wait for the room of an upload that was ended for another one: milliseconds, and how often. */
const roomLimits = { waitMs: 50, looks: 40 };

/** A file that is refused, with a sentence for its sender. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Ends another upload that keeps room; false where none should. */
type MakeRoom = () => boolean;

/** The uploads that this process is writing. */
const inProgressOf = perApp(() => new Set<string>());

/*
 * Every file is written through these functions, whichever way it comes in: they store a row for each upload within the claim's quota, never
 * fill the disk, and end early what would be refused anyway. They throw `Refusal`.
 */

/** Stores the row of an upload. `atMost` limits a size that is not announced. */
export async function beginUpload(app: App, file: Omit<NewEvidence, 'inProgress' | 'empty'>): Promise<void> {
  const { submissionId, id, size } = file;
  const key = `${submissionId}/${id}`;
  if (size === 0) throw new Refusal(422, evidenceRefusals.empty);
  const { film } = limitsBy(app.env).file;
  if (size !== null && size > film) throw new Refusal(413, tooLarge('film', film));
  if (!(await spaceOf(app).hasRoom(submissionId, size ?? 0))) throw new Refusal(507, evidenceRefusals.full);
  const reservation = await reserve(app, { ...file, name: cleanFileName(file.name), inProgress: [...inProgressOf(app)] });
  if (reservation.kind === 'refused') throw new Refusal(reservation.status, reservation.message);
  for (const { id: other } of reservation.replaced) await app.files.remove(`${submissionId}/${other}`).catch(() => {});
  try {
    await app.files.begin(key);
  } catch (error) {
    const failure = await failureOf(app, key, error);
    await discardUpload(app, key).catch(() => {});
    throw failure;
  }
}

async function reserve(app: App, file: NewEvidence): Promise<Reservation> {
  const reservation = await reserveFile(app, file);
  if (reservation.kind === 'reserved' || ![409, 413].includes(reservation.status)) return reservation;
  const empty: string[] = [];
  for (const row of await rowsThatMayGiveWay(app, file.submissionId))
    if (!(await openUpload(app, keyOf(row)))?.offset) empty.push(row.id);
  return empty.length === 0 ? reservation : reserveFile(app, { ...file, empty });
}

/** What has come of an upload; null where there is none. */
export async function openUpload(app: App, key: string): Promise<StoredUpload | null> {
  try {
    return await app.files.openUpload(key);
  } catch (error) {
    throw await failureOf(app, key, error);
  }
}

/** Keeps room for what comes next of a file, which another upload may have to give up; null where there is none. */
async function openWriter(app: App, submissionId: string, bytes: number, makeRoom: MakeRoom): Promise<OpenWriter | null> {
  const space = spaceOf(app);
  let writer = await space.open(submissionId, bytes);
  // Where the disk itself has no room, the end of another upload gives none.
  while (!writer && (await space.couldOpen(submissionId, bytes)) && makeRoom())
    for (let looks = 0; !writer && looks < roomLimits.looks; looks += 1) {
      await pause(roomLimits.waitMs);
      writer = await space.open(submissionId, bytes);
    }
  return writer;
}

/** Writes what comes next of an upload, and returns its offset then. `isAnnounced`: its size is known before its end. */
export async function appendTo(
  app: App,
  row: EvidenceRow,
  upload: StoredUpload,
  pieces: Pieces,
  { isAnnounced = true, makeRoom = () => false as boolean } = {},
): Promise<number> {
  const { offset } = upload;
  const chunks = pieces[Symbol.asyncIterator]();
  const inProgress = inProgressOf(app);
  let refusal: unknown = null;
  let writer: OpenWriter | null = null;
  inProgress.add(row.id);
  try {
    const start =
      offset === 0 ? await checkHead(chunks, row, isAnnounced, limitsBy(app.env)) : { head: null, limit: row.size - offset };
    writer = await openWriter(app, row.submission_id, start.limit, makeRoom);
    if (!writer) throw new Refusal(507, evidenceRefusals.full);
    const source = checkOnTheWay(chunks, writer, start, (error) => {
      refusal = error;
    });
    return await upload.append(source, isAnnounced ? row.size : null);
  } catch (error) {
    throw await failureOf(app, keyOf(row), refusal ?? error);
  } finally {
    // After a refusal the rest is still coming, and only a reader that has ended gives it up.
    await chunks.return?.();
    writer?.close();
    inProgress.delete(row.id);
  }
}

/**
 * Removes an upload, but not a file that became evidence in the meantime. One whose bytes are all there may be about to become
 * evidence by another request: whether it does is decided by its row, which therefore goes first.
 */
export async function removeUpload(app: App, key: string): Promise<void> {
  const row = await findRow(app, key.split('/')[1] ?? '');
  if (!row || !(await isWhole(app, row))) await discardUpload(app, key);
  else if (await giveUpRow(app, row.id)) await app.files.remove(key);
}

async function isWhole({ files }: App, row: EvidenceRow): Promise<boolean> {
  const upload = await files.openUpload(keyOf(row)).catch(() => ({ offset: row.size }));
  return upload !== null && upload.offset >= row.size;
}

/** Removes an upload that was refused. After any other error, which may be temporary, the upload can go on where it was. */
async function failureOf(app: App, key: string, error: unknown): Promise<Refusal> {
  if (error instanceof Refusal) {
    await removeUpload(app, key).catch(() => {});
    return error;
  }
  app.log.error('evidence not written', { error: errorMessage(error) });
  const free = await app.files.freeBytes().catch(() => null);
  if (free === null || free >= reservedBytes) return new Refusal(503, evidenceRefusals.unavailable);
  await removeUpload(app, key).catch(() => {});
  return new Refusal(507, evidenceRefusals.full);
}

/** Checks the type as soon as the beginning has arrived: sending half a gigabyte for nothing takes long on a phone. */
async function checkHead(
  chunks: AsyncIterator<Uint8Array>,
  { name, size, added_by: addedBy }: EvidenceRow,
  isAnnounced: boolean,
  limits: EvidenceLimits,
): Promise<Start> {
  const head = await readHead(chunks, headBytes);
  // There is too little to know the type, so it is checked at the end.
  if (head.length < Math.min(headBytes, size)) return { head, limit: size };
  const sniffed = await sniff({ name, addedBy, head: head.subarray(0, headBytes), tail: null });
  if (sniffed.kind === 'refused') throw new Refusal(415, sniffed.message);
  const limit = largestOf(sniffed.mediaType, limits);
  const refusal = refusalOfSize(sniffed.mediaType, limit + 1, limits) ?? '';
  if (size > limit && isAnnounced) throw new Refusal(413, refusal);
  return size < limit ? { head, limit: size } : { head, limit, refusal };
}

async function* checkOnTheWay(
  chunks: AsyncIterator<Uint8Array>,
  writer: OpenWriter,
  { head, limit, refusal }: Start,
  onRefusal: (error: unknown) => void,
) {
  let bytes = 0;
  let checkAt = checkSpaceEveryBytes;
  try {
    if (head) {
      yield head;
      bytes += head.length;
      writer.written(head.length);
    }
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      bytes += chunk.length;
      if (bytes > limit) throw new Refusal(413, refusal ?? evidenceRefusals.tooMuch);
      if (bytes >= checkAt) {
        if (!(await writer.mayGoOn())) throw new Refusal(507, evidenceRefusals.full);
        checkAt = bytes + checkSpaceEveryBytes;
      }
      const { length } = chunk;
      yield chunk;
      writer.written(length);
    }
  } catch (error) {
    // The error is kept here, because the stores replace it with their own.
    onRefusal(error);
    throw error;
  }
}

/** The beginning of a file that was read, and the most that may follow. */
type Start = { head: Buffer | null; limit: number; refusal?: string };

/** Reads at least this many bytes, or all where there are fewer. */
async function readHead(chunks: AsyncIterator<Uint8Array>, bytes: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}
