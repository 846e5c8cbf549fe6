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

/** A file that cannot be taken. The fields are those that the tus server answers with. */
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
 * What is written, by whichever way it comes in, goes through here: a row for each upload with the claim's quota, a disk that is never
 * filled, and an early end for what will be refused anyway. Throws `Refusal`, and the errors of the tus server.
 */
export class EvidenceUploads extends DataStore {
  readonly #rows: EvidenceRows;
  readonly #store: EvidenceStore;
  readonly #space: EvidenceSpace;
  /** Where they are written to. */
  readonly #written: WritableUploads;
  readonly #log: Log;
  /** Files in this process whose size is known only at their end. */
  readonly #unannounced = new Set<string>();
  /** Files that this process is writing. */
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

  /** Whatever an upload that resumes says of itself, it is the claimant's: `own` is what a client has no say in; `atMost` bounds a size that is not announced. */
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
      // What is known of it stands in its row and nowhere else.
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

  /** Of an upload alone: what has become evidence meanwhile stays. Bytes that cannot be removed are strays from then on. */
  override async remove(key: string): Promise<void> {
    this.#unannounced.delete(idOf(key));
    if (await this.#rows.giveUp(idOf(key))) await this.#store.remove(key);
  }

  /** Looks at the beginning before all of it has come: half a gigabyte for nothing is a long time on a phone. */
  async #checkHead(
    chunks: AsyncIterator<Uint8Array>,
    { id, name, size }: { id: string; name: string; size: number },
  ): Promise<Start> {
    const head = await readHead(chunks, headBytes);
    // Too little to say what it is: that is seen at the end.
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
      // The stores replace errors with their own.
      onRefusal(error);
      throw error;
    }
  }

  async #checkSpace(key: string, bytes: number): Promise<void> {
    if (!(await this.#space.hasRoom(key.split('/')[0] ?? '', bytes))) throw new Refusal(507, evidenceRefusals.full);
  }

  /** What is refused leaves nothing behind; anything else may be over soon, and the upload goes on where it was. */
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

/** What has been read of a file, and how much more of it may come. */
type Start = { head: Buffer | null; limit: number; kind?: EvidenceKind };

function idOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function errorOf(error: unknown): string {
  const { body } = (error ?? {}) as { body?: string };
  return body?.trim() ?? errorMessage(error);
}

/** At least so many bytes, or all where there are fewer. */
async function readHead(chunks: AsyncIterator<Uint8Array>, bytes: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const { value, done } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}
