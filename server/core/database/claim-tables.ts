import type { ColumnType, Generated } from 'kysely';
import type { FileSource } from '#forms/file-sources.ts';

/** What is done next about an open submission. */
export type NextKind = 'first call' | 'call back' | 'try again' | 'chase' | 'decide';

/** How an attempt to make contact ended. The last two closed the claim in the release before; closing is an act of its own now. */
export type Outcome = 'spoke' | 'no-answer' | 'left-message' | 'wrong-number' | 'not-for-us' | 'done';

/** How somebody tried to make contact: by a call, or by words that they sent from their own phone. */
export type AttemptChannel = 'phone' | 'sms' | 'whatsapp';

/** Claims and other submissions, and what belongs to one. */
export type ClaimTables = {
  form_submissions: {
    id: string;
    /** The visitor's reference: eight characters without look-alikes, as in 7F4M-9TQX. */
    reference: string;
    form_name: string;
    /** The answers by field name. Written as JSON text; read as text from SQLite and as an object from PostgreSQL. */
    form_data: ColumnType<string | Record<string, string>, string, string>;
    created_at: number;
    idempotency_key: string | null;
    /** When the key was added by a later submission with the same answers; null where it came with this one. */
    key_adopted_at: Generated<number | null>;
    /** SHA-256 of form name and answers. */
    content_hash: string;
    came_by: string;
    /** The response target that visitors are told; null where there is none. */
    due_at: number | null;
    /** When it went into quarantine, and why; null for all others. */
    quarantined_at: number | null;
    quarantine_reason: string | null;
    /** Our own, earlier target; null where there is none. */
    target_at: number | null;
    contacted_at: number | null;
    contacted_by: string | null;
    closed_at: number | null;
    closed_by: string | null;
    /** Closed without having gone ahead; null for what went ahead, and for what was closed before there was this mark. */
    not_pursued_at: Generated<number | null>;
    assigned_to: string | null;
    /** When the next reminder is due; null after the last. */
    next_reminder_at: Generated<number | null>;
    /** Grows when staff revoke the private link: earlier ones have ended. The time is null again once a new one was made. */
    link_generation: Generated<number>;
    link_revoked_at: Generated<number | null>;
    /** When the claimant wants to be called, in their words. */
    call_preference: Generated<string | null>;
    withdrawn_at: Generated<number | null>;
    erasure_requested_at: Generated<number | null>;
    /** The request was answered without erasing: when, by which member of staff, and what the claimant is told. */
    erasure_answered_at: Generated<number | null>;
    erasure_answered_by: Generated<string | null>;
    erasure_answer: Generated<string | null>;
    /** Other actions of staff as JSON: by name when, and by whom. */
    recorded: Generated<string | null>;
    /** When the claimant last sent or changed something, and when staff last looked. */
    claimant_update_at: Generated<number | null>;
    claimant_update_seen_at: Generated<number | null>;
    /** The processor's time, in milliseconds, that the previews of its pictures took, those erased since included. */
    preview_ms: Generated<number>;
    /** The same for stills and copies of its films. */
    film_ms: Generated<number>;
    /** When the next step is due; 0 until a job fills in what was stored without one. Of no meaning once it is closed. */
    next_at: Generated<number>;
    next_kind: Generated<NextKind>;
    /** The member of staff whose step it is; null: anybody's. */
    next_by: Generated<string | null>;
    /** The number of attempts to make contact, without those that were undone. */
    attempt_count: Generated<number>;
    /** When somebody last spoke to the sender. */
    spoke_at: Generated<number | null>;
    /** Who is calling at this moment, and until when nobody else should. */
    calling_by: Generated<string | null>;
    calling_until: Generated<number | null>;
    /** Why it was closed, as its claimant reads it. */
    closing_reason: Generated<string | null>;
    /** Until when what the claimant sent was answered; what came later waits for an answer. */
    update_answered_at: Generated<number | null>;
    /** The claim that staff merged it into; null for all others. It is in no list then, and everything that belongs to it stays with it. */
    merged_into: Generated<string | null>;
    /** The generation of that claim's private link with which its own one works too. */
    merged_link_generation: Generated<number | null>;
    /** The partner by whose link it came; null for all others. */
    partner_id: Generated<string | null>;
    /** The name in the link by which it came, which nobody has checked; null where there was none, or a partner's code. */
    via: Generated<string | null>;
    /** The answer to "How did you find us?", which is among the answers too. */
    found_by: Generated<string | null>;
    /** The transaction that inserted it, on PostgreSQL; null on SQLite, and for those of before. */
    transaction_id: Generated<string | null>;
  };
  /**
   * Submissions that were saved into a claim that was there. Key and hash as of one that was stored. One whose hash is null did not
   * come: another took its place, and should it come late, it belongs to the same claim.
   */
  merged_submissions: {
    id: string;
    submission_id: string;
    form_name: string;
    idempotency_key: string | null;
    key_adopted_at: Generated<number | null>;
    content_hash: string | null;
    created_at: number;
  };
  /** What is left of a submission that was erased. The id is the submission's. */
  tombstones: { id: string; reference: string; form_name: string; erased_at: number; erased_by: string; reason: string };
  notes: { id: string; submission_id: string; author_id: string; created_at: number; text: string; removed_at: number | null };
  /** Each attempt to make contact, and what was decided to do next. */
  contact_attempts: {
    id: string;
    submission_id: string;
    at: number;
    by: string;
    channel: AttemptChannel;
    direction: 'out';
    outcome: Outcome;
    /** What staff wrote about it. */
    text: string;
    /** The next step that followed; null where the attempt ended the claim. */
    next_at: number | null;
    /** The values of the submission's columns before it, as JSON, for undoing it. */
    before: string;
    undone_at: number | null;
    undone_by: string | null;
  };
  /** The actions of staff on a claim that can be undone, for as long as they can be. */
  done_actions: {
    id: string;
    submission_id: string;
    at: number;
    by: string;
    action: string;
    /** The action that undoes it, with its fields, as JSON. */
    undo: string;
    /** The submission's columns that it changed, as JSON: their values before it, and after it. */
    before: string;
    after: string;
    undone_at: number | null;
    /** The same in all actions that were one act on several submissions; null where it was an act on this one. */
    batch: Generated<string | null>;
  };
  /** Each answer that was changed after it was sent. The submission has the newest value; `old` of the first is what was sent. */
  corrections: {
    id: string;
    submission_id: string;
    field: string;
    /** Empty where it had not been answered. */
    old: string;
    new: string;
    at: number;
    /** `claimant`, or the id of a member of staff. */
    by: string;
    undone_at: number | null;
    undone_by: string | null;
  };
  /** Each merge of a claim into another one (`submission_id`). */
  merges: {
    id: string;
    submission_id: string;
    merged_id: string;
    at: number;
    by: string;
    /** What it changed, as JSON, for undoing it. */
    before: string;
    undone_at: number | null;
    undone_by: string | null;
  };
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
  /** Who sends people to us, with the code of their link. */
  partners: {
    id: string;
    code: string;
    name: string;
    created_at: number;
    created_by: string;
    /** The link names nobody from then on. */
    ended_at: Generated<number | null>;
    ended_by: Generated<string | null>;
  };
};

/** What submissions are found by, derived from the other tables (docs/decisions/0031-one-search-index-filled-after-the-claim.md). */
export type SearchTables = {
  /** Submissions to be indexed. The version grows with each change; triggers see to both. */
  search_queue: { submission_id: string; version: Generated<number> };
  /** Submissions as they were indexed, in that order: their terms as JSON, and which terms these are (`termsVersion`). */
  indexed_submissions: {
    number: Generated<number>;
    submission_id: string;
    created_at: number;
    terms: string;
    terms_version: Generated<number>;
  };
  /** The same terms one by one, in segments of so many submissions, which triggers keep as they are there. */
  indexed_terms: { segment: number; term: string; number: number };
  /** When the newest submission of a segment came, or one that was erased. */
  index_segments: { segment: number; newest: number };
};
