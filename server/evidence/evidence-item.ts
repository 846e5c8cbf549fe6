/** A file of a claim whose bytes are kept. Times are milliseconds. */
export type EvidenceItem = {
  id: string;
  submissionId: string;
  /** As whoever added it called it, without what could mislead on a screen. */
  name: string;
  /** Unique among the files of its claim; in the storage wire its path is the claim's reference, a slash and this. */
  objectName: string;
  /** As a program gave it. */
  cacheControl: string | null;
  /** By content. */
  mediaType: string;
  size: number;
  /** Hexadecimal, of the original's bytes. */
  sha256: string;
  /** When the upload began, and when its bytes were kept. */
  createdAt: number;
  receivedAt: number;
  /** `claimant`, or the id of a member of staff. */
  addedBy: string;
  /** An infected file is never served, nor is one that waits for its scan. */
  scan: 'none' | 'waiting' | 'clean' | 'infected';
  preview: 'none' | 'waiting' | 'ready' | 'failed';
  /** What an infected one has, by the scanner's name for it. */
  virus: string | null;
  /** Why a picture has no preview, in a sentence. */
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

/** A file on its way in. `size` is null where it is not known before its end; then `atMost` says what it cannot exceed, where that is known. */
export type IncomingFile = {
  name: string;
  stream: AsyncIterable<Uint8Array>;
  size: number | null;
  atMost?: number;
  object?: NewObject;
};

/** How a program calls its file. Where it is taken the file is refused; other files are given a name that is free. */
export type NewObject = { name: string; cacheControl: string | null };

/** `message` is a sentence for whoever added it; `status` is that of an answer that has nothing else to say. */
export type Received = { kind: 'received'; item: EvidenceItem } | { kind: 'refused'; status: number; message: string };

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

export type OpenedEvidence = { item: EvidenceItem; stream: ReadableStream<Uint8Array> };

/** The claim that a request is about. */
export type EvidenceClaim = { id: string; reference: string };
