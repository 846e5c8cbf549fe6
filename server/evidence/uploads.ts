import { DataStore, ERRORS, type Upload } from '@tus/server';
import { type EvidenceLimits, evidenceRefusals, tooLarge } from '#forms/evidence-rules.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { DiscardUpload } from './discard-upload.ts';
import { type EvidenceRow, type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { EvidenceSpace, OpenWriter } from './evidence-space.ts';
import { type EvidenceStore, type Pieces, reservedBytes, type WritableUploads } from './evidence-store.ts';
import { cleanFileName } from './file-name.ts';
import { headBytes, largestOf, refusalOfSize, sniff } from './media-type.ts';
import type { NewEvidence, Reservation } from './reserve-evidence.ts';

/** How often a file on its way looks at what is free, because other programs write too. */
const checkSpaceEveryBytes = 1024 ** 2;

/** A file that is refused. The fields are those from which the tus server makes its response. */
export class Refusal extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor(status: number, message: string) {
    super(message);
    this.status_code = status;
    this.body = message;
  }
}

/**
 * Every file is written through here, whichever way it comes in: it stores a row for each upload within the claim's quota, never
 * fills the disk, and ends early what would be refused anyway. Throws `Refusal`, and the errors of the tus server.
 */
export class EvidenceUploads extends DataStore {
  readonly #rows: EvidenceRows;
  readonly #store: EvidenceStore;
  readonly #space: EvidenceSpace;
  /** What the store writes uploads with. */
  readonly #written: WritableUploads;
  readonly #discard: DiscardUpload;
  readonly #log: Log;
  readonly #limits: EvidenceLimits;
  /** The uploads that are about to come, in one request, and whose size is known only at its end. */
  readonly #unannounced = new Set<string>();
  /** The uploads that this process is writing. */
  readonly #inProgress = new Set<string>();

  constructor(services: {
    rows: EvidenceRows;
    store: EvidenceStore;
    space: EvidenceSpace;
    written: WritableUploads;
    discard: DiscardUpload;
    log: Log;
    limits: EvidenceLimits;
  }) {
    super();
    this.#written = services.written;
    this.#rows = services.rows;
    this.#store = services.store;
    this.#space = services.space;
    this.#discard = services.discard;
    this.#log = services.log;
    this.#limits = services.limits;
    this.extensions = ['creation', 'termination'];
  }

  /**
   * Stores the row of an upload. One that resumes is always the claimant's, whatever its metadata says; `own` is what a client has no
   * influence on. `atMost` limits a size that is not announced.
   */
  override async create(
    upload: Upload,
    own: Pick<NewEvidence, 'addedBy' | 'atMost' | 'source'> = { addedBy: claimantActor.id },
  ): Promise<Upload> {
    const [submissionId = '', id = ''] = upload.id.split('/');
    const size = upload.size ?? null;
    if (size === 0) throw new Refusal(422, evidenceRefusals.empty);
    const { film } = this.#limits.file;
    if (size !== null && size > film) throw new Refusal(413, tooLarge('film', film));
    if (!(await this.#space.hasRoom(submissionId, size ?? 0))) throw new Refusal(507, evidenceRefusals.full);
    const name = cleanFileName(upload.metadata?.filename ?? upload.metadata?.name ?? '');
    const reservation = await this.#reserve({ id, submissionId, name, size, ...own, inProgress: [...this.#inProgress] });
    if (reservation.kind === 'refused') throw new Refusal(reservation.status, reservation.message);
    for (const { id: other } of reservation.replaced) await this.#store.remove(`${submissionId}/${other}`).catch(() => {});
    try {
      // The state of an upload is in its row and nowhere else.
      upload.metadata = undefined;
      const created = await this.#written.create(upload);
      if (size === null) this.#unannounced.add(id);
      return created;
    } catch (error) {
      const failure = await this.#failure(upload.id, error);
      await this.#discard(upload.id).catch(() => {});
      throw failure;
    }
  }

  async #reserve(file: NewEvidence): Promise<Reservation> {
    const reservation = await this.#rows.reserve(file);
    if (reservation.kind === 'reserved' || ![409, 413].includes(reservation.status)) return reservation;
    const empty: string[] = [];
    for (const row of await this.#rows.mayGiveWay(file.submissionId)) if (await this.#isEmpty(keyOf(row))) empty.push(row.id);
    return empty.length === 0 ? reservation : this.#rows.reserve({ ...file, empty });
  }

  async #isEmpty(key: string): Promise<boolean> {
    try {
      return (await this.#written.getUpload(key)).offset === 0;
    } catch (error) {
      return error === ERRORS.FILE_NOT_FOUND;
    }
  }

  override async write(pieces: Pieces, key: string, offset: number): Promise<number> {
    const row = await this.#rows.find(idOf(key));
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const chunks = pieces[Symbol.asyncIterator]();
    let refusal: unknown = null;
    let writer: OpenWriter | null = null;
    this.#inProgress.add(row.id);
    try {
      const start = offset === 0 ? await this.#checkHead(chunks, row) : { head: null, limit: row.size - offset };
      writer = await this.#space.open(row.submission_id, start.limit);
      if (!writer) throw new Refusal(507, evidenceRefusals.full);
      const source = this.#checkOnTheWay(chunks, writer, start, (error) => {
        refusal = error;
      });
      return await this.#written.write(source, key, offset);
    } catch (error) {
      throw await this.#failure(key, refusal ?? error);
    } finally {
      // After a refusal the rest is still coming, and only a reader that has ended gives it up.
      await chunks.return?.();
      writer?.close();
      this.#inProgress.delete(row.id);
      this.#unannounced.delete(row.id);
    }
  }

  override async getUpload(key: string): Promise<Upload> {
    try {
      return await this.#written.getUpload(key);
    } catch (error) {
      throw await this.#failure(key, error);
    }
  }

  /**
   * Removes an upload, but not a file that became evidence in the meantime. One whose bytes are all there may be about to become
   * evidence by another request: whether it does is decided by its row, which therefore goes first.
   */
  override async remove(key: string): Promise<void> {
    const row = await this.#rows.find(idOf(key));
    if (!row || !(await this.#isWhole(row))) await this.#discard(key);
    else if (await this.#rows.giveUp(row.id)) await this.#store.remove(key);
  }

  async #isWhole(row: EvidenceRow): Promise<boolean> {
    try {
      return (await this.#written.getUpload(keyOf(row))).offset >= row.size;
    } catch (error) {
      return error !== ERRORS.FILE_NOT_FOUND;
    }
  }

  /** Checks the type as soon as the beginning has arrived: sending half a gigabyte for nothing takes long on a phone. */
  async #checkHead(chunks: AsyncIterator<Uint8Array>, { id, name, size, added_by: addedBy }: EvidenceRow): Promise<Start> {
    const head = await readHead(chunks, headBytes);
    // There is too little to know the type, so it is checked at the end.
    if (head.length < Math.min(headBytes, size)) return { head, limit: size };
    const sniffed = await sniff({ name, addedBy, head: head.subarray(0, headBytes), tail: null });
    if (sniffed.kind === 'refused') throw new Refusal(415, sniffed.message);
    const limit = largestOf(sniffed.mediaType, this.#limits);
    const refusal = refusalOfSize(sniffed.mediaType, limit + 1, this.#limits) ?? '';
    if (size > limit && !this.#unannounced.has(id)) throw new Refusal(413, refusal);
    return size < limit ? { head, limit: size } : { head, limit, refusal };
  }

  async *#checkOnTheWay(
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

  /** Removes an upload that was refused. After any other error, which may be temporary, the upload can go on where it was. */
  async #failure(key: string, error: unknown): Promise<unknown> {
    if (error instanceof Refusal) {
      await this.remove(key).catch(() => {});
      return error;
    }
    if (error === ERRORS.FILE_NOT_FOUND || error === ERRORS.FILE_NO_LONGER_EXISTS) return error;
    this.#log.error('evidence not written', { error: errorOf(error) });
    const free = await this.#store.freeBytes().catch(() => null);
    if (free === null || free >= reservedBytes) return new Refusal(503, evidenceRefusals.unavailable);
    await this.remove(key).catch(() => {});
    return new Refusal(507, evidenceRefusals.full);
  }
}

/** The beginning of a file that was read, and the most that may follow. */
type Start = { head: Buffer | null; limit: number; refusal?: string };

function idOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function errorOf(error: unknown): string {
  const { body } = (error ?? {}) as { body?: string };
  return body?.trim() ?? errorMessage(error);
}

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
