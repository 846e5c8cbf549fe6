import type { Generated } from 'kysely';

/** The steps of the way of a claim, in their order. */
const canarySteps = ['endpoint', 'store', 'job', 'mailer', 'mailbox'] as const;

export type CanaryStep = (typeof canarySteps)[number];

/** The queue of jobs, the audit trail, and what runs the product. */
export type OperationTables = {
  /** Everything that happens later. Recurring work has one row, with its kind as id, that is never finished. */
  jobs: {
    /** The id; of an e-mail also the left part of its Message-ID, which so stays the same over all attempts. */
    id: string;
    kind: string;
    /** Which e-mail it is; null for other kinds. */
    template: string | null;
    /** The submission that it is about, and with which it is erased. */
    subject_id: string | null;
    /** The address of an e-mail; null for the team's. */
    recipient: string | null;
    /** The parameters of the job; for an e-mail to staff encrypted JSON, erased once it is sent or has failed. */
    payload: string | null;
    created_at: number;
    /** Not before this time; moved on by every failed attempt, and by every run of recurring work. */
    run_at: number;
    /** The number of attempts since it was last due for the first time. */
    attempts: Generated<number>;
    /** An e-mail's five days begin here, not when it was written: the machine may have been off in between. */
    first_attempt_at: number | null;
    last_run_at: number | null;
    last_success_at: number | null;
    /** The outcome of the last attempt, and its detail: an error message, or the reply of the mail server. */
    last_outcome: string | null;
    last_detail: string | null;
    lease_until: number | null;
    /** Grows with every lease: a worker that lost its lease cannot settle the job any more. */
    fencing_token: Generated<number>;
    finished_at: number | null;
    /** When the job was given up. */
    failed_at: number | null;
    /** When a person saw that it failed, and dealt with it in another way. */
    acknowledged_at: number | null;
  };
  /** The attempts of jobs, recurring work apart. They have the job's kind, so that the last one of a kind is found at once. */
  job_attempts: { id: string; job_id: string; kind: string; at: number; outcome: string; detail: string };
  audit_events: {
    /** Its number in the chain with leading zeros, so that the order of ids is that of events. */
    id: string;
    at: number;
    actor_id: string | null;
    actor: string;
    action: string;
    /** The submission or the member of staff it was done to. */
    subject_id: string | null;
    /** JSON; never an answer that a visitor typed. `{}` once they were erased. */
    details: string;
    /** A random salt where the details are erased some day, and erased with them, so that nobody can guess them from the digest. */
    details_salt: string | null;
    /** HMAC-SHA-256 of the details with the salt. The chain covers it instead of the details. */
    details_digest: string;
    /** The event's hash before the chain covered digests; null where it never had another. */
    former_hash: string | null;
    previous_hash: string;
    hash: string;
  };
  /** A submission that the product sent itself, and when it got how far. It was never stored as one. */
  canary_runs: {
    id: string;
    begun_at: number;
    stored_at: Generated<number | null>;
    /** When its job began. */
    taken_at: Generated<number | null>;
    sent_at: Generated<number | null>;
    arrived_at: Generated<number | null>;
    ended_at: Generated<number | null>;
    failed_step: Generated<CanaryStep | null>;
    detail: Generated<string | null>;
  };
  /** What owners have published at /desk/site. */
  site_versions: {
    id: string;
    /** Counted from 1, without a gap. The last one is in effect. */
    version: number;
    at: number;
    by: string;
    /** The changes over the content (content/site-changes.ts) as JSON text. */
    changes: string;
    /** The version that this one goes back to; null for a new one, 0 for the content without changes. */
    back_to: number | null;
  };
};
