import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';
import type { ByteRange } from './evidence-item.ts';

/**
 * Where bytes are kept: a folder, or a bucket. A key is `<submission id>/<evidence id>`; what belongs to a file beside its original (its
 * previews) has a key that begins with the file's and a dot.
 */
export type EvidenceStore = {
  /** Uploads that resume, as the tus server writes them. `sizeOf`: the announced size of one, null where there is none. */
  openUploads: (sizeOf: (key: string) => Promise<number | null>) => Promise<WritableUploads>;
  /** Once this resolves the whole upload is on the disk, or S3 has said so. May be called again. */
  seal: (key: string) => Promise<void>;
  /** Removes what only an upload needs. May be called again. */
  forgetUpload: (key: string) => Promise<void>;
  /** In bytes, of a whole original; null where there is none. */
  sizeOf: (key: string) => Promise<number | null>;
  /** Throws `FileMissing` where there is none. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** The whole original in pieces, each of which is valid until the next one: half a gigabyte need not become as much garbage. */
  scan: (key: string) => AsyncIterable<Buffer>;
  /** Replaces what was there. Durable once it resolves. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Removes a file in whatever state, with all that belongs to it; no error where there is none. */
  remove: (key: string) => Promise<void>;
  /** The key of every file that has anything here, also of unfinished uploads, and when that was last changed. */
  keys: () => AsyncIterable<{ key: string; changedAt: number }>;
  /** Null where there is no limit that we know of. */
  freeBytes: () => Promise<number | null>;
  /** Of the whole disk; null where there is no limit that we know of. */
  diskBytes: () => Promise<number | null>;
  close: () => void;
};

/** A piece is valid until the next one is read: copy it to keep it longer. */
export type Pieces = AsyncIterable<Uint8Array>;

export type WritableUploads = Omit<DataStore, 'write'> & {
  write: (pieces: Pieces, key: string, offset: number) => Promise<number>;
};

export class FileMissing extends Error {}

/** Evidence leaves so much of the disk to claims, the database and the log. */
export const reservedBytes = 1024 ** 3;
