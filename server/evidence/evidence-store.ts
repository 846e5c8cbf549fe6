import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { ByteRange } from './evidence-item.ts';

/**
 * Where the bytes of files are kept: a folder or a bucket. A key is `<submission id>/<evidence id>`. What belongs to a file, such as
 * its previews, has a key that begins with that and a dot.
 */
export type EvidenceStore = {
  /** Uploads that resume, as the tus server writes them. `sizeOf`: the announced size of one, null where there is none. */
  openUploads: (sizeOf: (key: string) => Promise<number | null>) => Promise<WritableUploads>;
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

export type WritableUploads = Omit<DataStore, 'write'> & {
  write: (pieces: Pieces, key: string, offset: number) => Promise<number>;
};

export class FileMissing extends Error {}

/** Evidence leaves so much of the disk to claims, the database and the log. */
export const reservedBytes = 1024 ** 3;
