import type { Generated } from 'kysely';

/** What is done next about an open submission. */
export type NextKind = 'first call' | 'call back' | 'try again' | 'chase' | 'decide';

/** How an attempt to make contact ended. The last two closed the claim in the release before; closing is an act of its own now. */
export type Outcome = 'spoke' | 'no-answer' | 'left-message' | 'wrong-number' | 'not-for-us' | 'done';

/** How somebody tried to make contact: by a call, or by words that they sent from their own phone. */
export type AttemptChannel = 'phone' | 'sms' | 'whatsapp';

export type NextStepColumns = {
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
};

export type NextStepTables = {
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
};
