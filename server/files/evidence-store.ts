import type { Readable } from 'node:stream';
import type { ByteRange } from './evidence-item.ts';

/**
 * Where the bytes of files are kept: a folder or a bucket. A key is `<submission id>/<evidence id>`. What belongs to a file, such as
 * its previews, has a key that begins with that and a dot.
 */
export type EvidenceStore = {
  /** Begins an upload. Its size is in its row alone. */
  begin: (key: string) => Promise<void>;
  /** What has come of an upload; null where there is none. */
  openUpload: (key: string) => Promise<StoredUpload | null>;
  /**
   * Once this resolves the whole upload is on the disk, or S3 has said so. `size`: its size in bytes, which may not have been known
   * when it began. May be called again.
   */
  seal: (key: string, size: number) => Promise<void>;
  /** Removes what only an upload needs. May be called again. */
  forgetUpload: (key: string) => Promise<void>;
  /** The size of a complete original in bytes; null where there is none. */
  sizeOf: (key: string) => Promise<number | null>;
  /** Throws `FileMissing` where there is none. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** The path of a file on this machine; null where it is kept elsewhere. */
  pathOf: (key: string) => string | null;
  /** The whole original in pieces. Each is valid only until the next one, so that half a gigabyte does not become as much garbage. */
  scan: (key: string) => AsyncIterable<Buffer>;
  /** Replaces what was there. Durable once it resolves. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Removes a file in any state, with all that belongs to it; no error where there is none. */
  remove: (key: string) => Promise<void>;
  /** The key of every file of which anything is stored, even an unfinished upload, and when that was last changed. */
  keys: () => AsyncIterable<{ key: string; changedAt: number }>;
  /** What is free; null where no limit is known. */
  freeBytes: () => Promise<number | null>;
  /** The size of the disk; null where no limit is known. */
  diskBytes: () => Promise<number | null>;
  close: () => void;
};

/** Pieces of a file. Each is valid until the next one is read: copy it to keep it longer. */
export type Pieces = AsyncIterable<Uint8Array>;

export type StoredUpload = {
  /** How many bytes have come. */
  offset: number;
  /** Writes what comes next, and returns the new offset. `size`: of the whole file; null where these pieces are all that come. */
  append: (pieces: Pieces, size: number | null) => Promise<number>;
};

export class FileMissing extends Error {}

/** Evidence leaves so much of the disk to claims, the database and the log. */
export const reservedBytes = 1024 ** 3;
