import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** Times are milliseconds since 1970, UTC. State is told by them: a null `sent_at` is a letter not sent. */
export type Schema = {
  form_submissions: {
    id: string;
    /** What a visitor is told: eight characters without look-alikes, as in 7F4M-9TQX. */
    reference: string;
    form_name: string;
    /** The answers by field name. Written as JSON text; read as text from SQLite and as an object from PostgreSQL. */
    form_data: ColumnType<string | Record<string, string>, string, string>;
    created_at: number;
    idempotency_key: string | null;
    /** SHA-256 of form name and answers. */
    content_hash: string;
    came_by: string;
    /** When contact is promised by; null where nothing is promised. */
    due_at: number | null;
    /** When it was set aside as a suspect, and why; null for all others. A suspect has no letter. */
    quarantined_at: number | null;
    quarantine_reason: string | null;
  };
  letters: {
    /** Also the left part of the Message-ID, which therefore stays the same over all tries. */
    id: string;
    submission_id: string;
    kind: string;
    created_at: number;
    /** Not before this time; moved on by every failed try. */
    next_try_at: number;
    tries: Generated<number>;
    lease_until: number | null;
    /** Grows with every claim: a sender that lost its lease cannot settle the letter any more. */
    fence: Generated<number>;
    sent_at: number | null;
    gave_up_at: number | null;
    /** The mail server's last words. */
    last_answer: string | null;
    /** The five days of trying begin here, not when it was written: the machine may have been off in between. */
    first_tried_at: number | null;
    /** What became of the last try, as the mailer told it. */
    last_outcome: 'sent' | 'refused' | 'deferred' | 'unreachable' | 'barred' | null;
    /** When a person saw that it was given up, and dealt with it in another way. */
    seen_at: number | null;
  };
};

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The answers of a row, whichever engine it came from. */
export function answersOf(formData: string | Record<string, string>): Record<string, string> {
  return typeof formData === 'string' ? JSON.parse(formData) : formData;
}
