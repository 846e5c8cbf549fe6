import { DataStore, ERRORS, type Upload } from '@tus/server';
import { type EvidenceKind, evidenceLimits, evidenceRefusals, evidenceTypes } from '#forms/evidence-rules.ts';
import { claimantActor } from '#server/audit/audit-event.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { type EvidenceRows, keyOf } from './evidence-rows.ts';
import type { EvidenceSpace } from './evidence-space.ts';
import { type EvidenceStore, type Pieces, reservedBytes, type WritableUploads } from './evidence-store.ts';
import { cleanFileName } from './file-name.ts';
import { headBytes, sniff } from './media-type.ts';
import type { NewEvidence, Reservation } from './reserve-evidence.ts';

const checkSpaceEveryBytes = 16 * 1024 ** 2;

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
  readonly #log: Log;
  /** The uploads of this process whose size is known only at their end. */
  readonly #unannounced = new Set<string>();
  /** The uploads that this process is writing. */
  readonly #inProgress = new Set<string>();

  constructor(services: { rows: EvidenceRows; store: EvidenceStore; space: EvidenceSpace; written: WritableUploads; log: Log }) {
    super();
    this.#written = services.written;
    this.#rows = services.rows;
    this.#store = services.store;
    this.#space = services.space;
    this.#log = services.log;
    this.extensions = ['creation', 'termination'];
  }

  /**
   * Stores the row of an upload. One that resumes is always the claimant's, whatever its metadata says; `own` is what a client has no
   * influence on. `atMost` limits a size that is not announced.
   */
  override async create(
    upload: Upload,
    own: { addedBy: string; atMost?: number } = { addedBy: claimantActor.id },
  ): Promise<Upload> {
    const [submissionId = '', id = ''] = upload.id.split('/');
    const size = upload.size ?? null;
    if (size === 0) throw new Refusal(422, evidenceRefusals.empty);
    if (size !== null && size > evidenceLimits.file.video) throw new Refusal(413, evidenceRefusals.tooLarge.video);
    await this.#checkSpace(upload.id, size ?? 0);
    const name = cleanFileName(upload.metadata?.filename ?? upload.metadata?.name ?? '');
    const reservation = await this.#reserve({ id, submissionId, name, size, ...own, inProgress: [...this.#inProgress] });
    if (reservation.kind === 'refused') throw new Refusal(reservation.status, reservation.message);
    for (const { id: other } of reservation.replaced) await this.#store.remove(`${submissionId}/${other}`).catch(() => {});
    if (size === null) this.#unannounced.add(id);
    try {
      // The state of an upload is in its row and nowhere else.
      upload.metadata = undefined;
      return await this.#written.create(upload);
    } catch (error) {
      const failure = await this.#failure(upload.id, error);
      await this.remove(upload.id).catch(() => {});
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
    this.#inProgress.add(idOf(key));
    try {
      await this.#checkSpace(key, row.size - offset);
      const start = offset === 0 ? await this.#checkHead(chunks, row) : { head: null, limit: row.size - offset };
      const source = this.#checkOnTheWay(chunks, key, start, (error) => {
        refusal = error;
      });
      return await this.#written.write(source, key, offset);
    } catch (error) {
      throw await this.#failure(key, refusal ?? error);
    } finally {
      this.#inProgress.delete(idOf(key));
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
   * Removes an upload, but not a file that became evidence in the meantime. Bytes that cannot be removed now are left to the cleanup.
   */
  override async remove(key: string): Promise<void> {
    this.#unannounced.delete(idOf(key));
    if (await this.#rows.giveUp(idOf(key))) await this.#store.remove(key);
  }

  /** Checks the type as soon as the beginning has arrived: sending half a gigabyte for nothing takes long on a phone. */
  async #checkHead(
    chunks: AsyncIterator<Uint8Array>,
    { id, name, size }: { id: string; name: string; size: number },
  ): Promise<Start> {
    const head = await readHead(chunks, headBytes);
    // There is too little to know the type, so it is checked at the end.
    if (head.length < Math.min(headBytes, size)) return { head, limit: size };
    const sniffed = await sniff({ name, head: head.subarray(0, headBytes), tail: null });
    if (sniffed.kind === 'refused') throw new Refusal(415, sniffed.message);
    const { kind } = evidenceTypes[sniffed.mediaType];
    const limit = evidenceLimits.file[kind];
    if (size > limit && !this.#unannounced.has(id)) throw new Refusal(413, evidenceRefusals.tooLarge[kind]);
    return size < limit ? { head, limit: size } : { head, limit, kind };
  }

  async *#checkOnTheWay(
    chunks: AsyncIterator<Uint8Array>,
    key: string,
    { head, limit, kind }: Start,
    onRefusal: (error: unknown) => void,
  ) {
    let bytes = 0;
    let checkAt = checkSpaceEveryBytes;
    try {
      if (head) yield head;
      bytes += head?.length ?? 0;
      for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
        bytes += chunk.length;
        if (bytes > limit) throw new Refusal(413, kind ? evidenceRefusals.tooLarge[kind] : evidenceRefusals.tooMuch);
        if (bytes >= checkAt) {
          await this.#checkSpace(key, 0);
          checkAt += checkSpaceEveryBytes;
        }
        yield chunk;
      }
    } catch (error) {
      // The error is kept here, because the stores replace it with their own.
      onRefusal(error);
      throw error;
    }
  }

  async #checkSpace(key: string, bytes: number): Promise<void> {
    if (!(await this.#space.hasRoom(key.split('/')[0] ?? '', bytes))) throw new Refusal(507, evidenceRefusals.full);
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
type Start = { head: Buffer | null; limit: number; kind?: EvidenceKind };

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
