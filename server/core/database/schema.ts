import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import { shownAnswers } from '#server/core/email-address.ts';
import type { CanaryTables } from './canary-tables.ts';
import type { CorrectionTables } from './correction-tables.ts';
import type { EscalationTables } from './escalation-tables.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import type { LaterColumns, MergeTables } from './merge-tables.ts';
import type { MessageTables } from './message-tables.ts';
import type { NextStepTables } from './next-step-tables.ts';
import type { PushTables } from './push-tables.ts';
import type { SearchTables } from './search-tables.ts';
import type { SiteTables } from './site-tables.ts';
import type { SourceTables } from './source-tables.ts';

/** Times are milliseconds since 1970, UTC. They say the state too: a job with a null `finished_at` is not done. */
export type Schema = SearchTables &
  NextStepTables &
  CorrectionTables &
  EvidenceTables &
  MergeTables &
  MessageTables &
  PushTables &
  SiteTables &
  SourceTables &
  EscalationTables &
  CanaryTables & {
    form_submissions: LaterColumns & {
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
      /** When the next reminder is due; null after the last, 0 where an instance of the release before stored it, by `reminded_hours`. */
      next_reminder_at: Generated<number | null>;
      reminded_hours: Generated<number>;
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
    acknowledgements: { id: string; mailbox: string; domain: string; at: number };
    notes: { id: string; submission_id: string; author_id: string; created_at: number; text: string; removed_at: number | null };
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
    /** What is left of a submission that was erased. The id is the submission's. */
    tombstones: { id: string; reference: string; form_name: string; erased_at: number; erased_by: string; reason: string };
    staff: {
      id: string;
      name: string;
      email: string;
      emailVerified: number;
      image: string | null;
      role: 'owner' | 'handler';
      /** When the account was closed; the name stays for what they did. */
      leftAt: number | null;
      /** Until when they are away, which ends by itself, and who sees their steps meanwhile; null where they are not. */
      away_until: Generated<number | null>;
      away_cover: Generated<string | null>;
      twoFactorEnabled: number | null;
      createdAt: string;
      updatedAt: string;
    };
    staff_sessions: {
      id: string;
      userId: string;
      token: string;
      expiresAt: string;
      ipAddress: string | null;
      userAgent: string | null;
      createdAt: string;
      updatedAt: string;
    };
    /** Read and written by the sign-in library, as are the two that follow: only the columns that our code uses are listed here. */
    staff_accounts: {
      id: string;
      accountId: string;
      providerId: string;
      userId: string;
      password: string | null;
      createdAt: string;
      updatedAt: string;
    };
    staff_verifications: {
      id: string;
      /** The hash of what it is looked up by. */
      identifier: string;
      value: string;
      expiresAt: string;
      createdAt: string;
      updatedAt: string;
    };
    staff_two_factors: {
      id: string;
      userId: string;
      secret: string;
      backupCodes: string;
      verified: number | null;
      failedVerificationCount: number | null;
    };
    /** The public halves of passkeys, by which their owners sign in. */
    staff_passkeys: {
      id: string;
      staff_id: string;
      /** The id that the authenticator gave it, and its public key (COSE), in base64url. */
      credential_id: string;
      public_key: string;
      /** How often the authenticator says that it was used; 0 where it does not count. */
      counter: number;
      /** What its owner calls it. */
      name: string;
      created_at: number;
      last_used_at: number | null;
    };
    /** What an authenticator has to sign, until it has, for a few minutes. */
    staff_challenges: {
      /** The SHA-256 of the challenge. */
      id: string;
      /** Who was given it: for a new passkey the id of a session, for a sign-in the SHA-256 of a cookie. */
      holder: string;
      /** Whose new passkey it is for; null for a sign-in. */
      staff_id: string | null;
      expires_at: number;
    };
    staff_invitations: {
      id: string;
      /** The SHA-256 of the token in the link. */
      token_hash: string;
      email: string;
      role: 'owner' | 'handler';
      invited_by: string;
      created_at: number;
      expires_at: number;
      used_at: number | null;
    };
  };

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The answers of a row, with addresses as they are shown. */
export const answersOf = (data: string | Record<string, string>) => shownAnswers(storedAnswersOf(data));

/** The answers of a row as they came, to which changes are added: SQLite gives text, PostgreSQL an object. */
export const storedAnswersOf = (data: string | Record<string, string>): Record<string, string> =>
  typeof data === 'string' ? JSON.parse(data) : data;
