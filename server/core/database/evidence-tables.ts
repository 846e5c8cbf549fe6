import type { Generated } from 'kysely';
import type { FileSource } from '#forms/file-sources.ts';

export type EvidenceTables = {
  /** The files of a claim. Their bytes are in the folder or the bucket of server/files, under `<submission_id>/<id>`. */
  evidence: {
    id: string;
    submission_id: string;
    /** The name that it was added under; for display only. */
    name: string;
    /** Unique among the files of the claim; null while it is incoming. */
    object_name: string | null;
    cache_control: string | null;
    /** In bytes. While it is incoming: as announced, or the most that it may become. */
    size: number;
    /** The type of the content, never by name; null while it is incoming, as is the next. */
    media_type: string | null;
    sha256: string | null;
    /** When the upload began. */
    created_at: number;
    /** When the upload was complete and durable; null while it is incoming. */
    received_at: number | null;
    /** `claimant`, or the id of a member of staff. */
    added_by: string;
    /** The request that writes to it at present, and until when it may, while it is incoming. */
    locked_by: string | null;
    locked_until: number | null;
    /** When its bytes were last looked for, and since when they have not been found; null while they are there. */
    looked_for_at: number | null;
    missing_since: number | null;
    /** Where staff had it from, where they added it; null where they did not say, and for all others. */
    source: FileSource | null;
    /**
     * When its sender removed it from their page, and it is kept for the team; or when staff took back what they had added, and it is
     * erased thirty days later. `removed_by`: who of the staff.
     */
    removed_at: number | null;
    removed_by: string | null;
    scan_state: Generated<'none' | 'waiting' | 'clean' | 'infected' | 'too-long' | 'encrypted'>;
    preview_state: Generated<'none' | 'waiting' | 'ready' | 'failed'>;
    /** What was found in an infected file, by the scanner's name for it. */
    virus: string | null;
    /** Why a picture has no preview, or what its preview lacks, in a sentence. */
    preview_reason: string | null;
    /**
     * What the original says about itself. The time is the camera's own, `2026-11-20T14:05:00`, with an offset where it has one, or `Z` where a
     * film's header has it as UTC, which dashcams do not keep to.
     */
    taken_at: string | null;
    latitude: number | null;
    longitude: number | null;
    camera: string | null;
    width: number | null;
    height: number | null;
    duration_ms: number | null;
  };
};
