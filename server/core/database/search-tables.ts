import type { Generated } from 'kysely';

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
  /** On PostgreSQL alone: what instances of the release before write, and nothing reads any more. */
  search_terms: { submission_id: string; term: string; created_at: number };
  message_terms: { submission_id: string; term: string; created_at: number };
  search_state: { id: string; finished_at: number };
};
