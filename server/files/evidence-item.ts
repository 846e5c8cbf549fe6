import type { FileSource } from '#forms/file-sources.ts';

/** A file of a claim that was received. Times are milliseconds since 1970. */
export type EvidenceItem = {
  id: string;
  submissionId: string;
  /** The name that it was added under, without characters that could mislead on a screen. */
  name: string;
  /**
   * The name that is unique among the files of the claim. Its path in the storage wire is the claim's reference, a slash and this
   * name.
   */
  objectName: string;
  /** The Cache-Control that a program sent with the file. */
  cacheControl: string | null;
  /** The type that the content has, whatever the name says. */
  mediaType: string;
  size: number;
  /** The SHA-256 of the original's bytes, in hexadecimal. */
  sha256: string;
  /** When the upload began, and when its bytes were kept. */
  createdAt: number;
  receivedAt: number;
  /**
   * When the claimant removed it from their page, where it is kept for the team, or when staff took back what they had added; null for
   * all others.
   */
  removedAt: number | null;
  /** The id of the member of staff who took it back; null where nobody did. */
  takenBackBy: string | null;
  /** `claimant`, or the id of a member of staff. */
  addedBy: string;
  /** Where staff had it from; null where they did not say, and for what the claimant added. */
  source: FileSource | null;
  /** An infected file is never served, nor is one that waits for its scan. The last two were not looked into, or not whole. */
  scan: 'none' | 'waiting' | 'clean' | 'infected' | 'too-long' | 'encrypted';
  preview: 'none' | 'waiting' | 'ready' | 'failed';
  /** What was found in an infected file, by the scanner's name for it. */
  virus: string | null;
  /** Why a picture has no preview, or what its preview lacks, in a sentence. */
  previewReason: string | null;
  /** What the original says about itself; null where it says nothing. The time is the camera's own. */
  facts: {
    takenAt: string | null;
    latitude: number | null;
    longitude: number | null;
    camera: string | null;
    width: number | null;
    height: number | null;
    durationMs: number | null;
  };
};

/**
 * A file that is being sent. `size` is null where it is not known before the end; `atMost` is then its upper limit, where that is
 * known.
 */
export type IncomingFile = {
  name: string;
  stream: AsyncIterable<Uint8Array>;
  size: number | null;
  atMost?: number;
  object?: NewObject;
  source?: FileSource | null;
};

/**
 * The name that a program gives to its file. Where it is in use, the file is refused; files that people add get a free name instead.
 */
export type NewObject = { name: string; cacheControl: string | null };

/**
 * What became of a file that was sent. `message` is a sentence for its sender; `status` is for a response that says nothing
 * else.
 */
export type Received = { kind: 'received'; item: EvidenceItem } | { kind: 'refused'; status: number; message: string };

/** The first and the last byte of a range, both included. */
export type ByteRange = { start: number; end: number };

export type OpenedEvidence = { item: EvidenceItem; stream: ReadableStream<Uint8Array> };

/** The claim that a request is about. `references`: its own, and those of what was merged into it. */
export type EvidenceClaim = { id: string; references: string[] };
