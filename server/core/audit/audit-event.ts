import { createHash, createHmac } from 'node:crypto';
import type { Schema } from '#server/core/database/schema.ts';

/** Who did it: a member of staff, a command on the server, or a job. */
export type Actor = { id: string | null; name: string };

/** The actor of what somebody does with the private link of a claim. */
export const claimantActor = { id: 'claimant', name: 'The claimant' } satisfies Actor;

/** The actor of what comes in by e-mail. Its sender is not known. */
export const emailActor = { id: 'email', name: 'By email' } satisfies Actor;

/** What claimants do with the private link of their claim. */
export type ClaimantEvent =
  | ('message sent' | 'call time chosen' | 'phone number changed' | 'answers added' | 'claim completed')
  | ('withdrawn' | 'withdrawal undone')
  | ('evidence received' | 'evidence removed' | 'evidence withdrawn')
  | ('erasure requested' | 'erasure request withdrawn' | 'copy downloaded');

export type AuditAction =
  | ClaimantEvent
  | ('signed in' | 'sign-in failed' | 'signed out' | 'signed out everywhere' | 'code failed' | 'recovery code used')
  | ('password check failed' | 'authenticator moved' | 'recovery codes made' | 'name changed' | 'email changed')
  | ('invited' | 'invitation withdrawn' | 'joined' | 'two factors set up' | 'two factors reset')
  | ('passkey added' | 'passkey removed' | 'passkey counter went back')
  | ('password reset asked for' | 'password changed')
  | ('push turned on' | 'push turned off')
  | ('site published' | 'site put back')
  | ('partner added' | 'partner renamed' | 'partner ended')
  | ('role changed' | 'account closed' | 'account opened again' | 'access refused')
  | ('inbox viewed' | 'searched' | 'submission viewed' | 'list exported' | 'person exported' | 'audit viewed')
  | ('email received' | 'email attached' | 'email dismissed' | 'email downloaded')
  | ('evidence viewed' | 'evidence downloaded' | 'evidence infected' | 'preview asked for')
  | ('evidence taken back' | 'evidence put back')
  | (
      | 'assigned'
      | ('away set' | 'away ended')
      | 'claim entered'
      | 'reminder sent'
      | 'erased'
      | 'retention ran'
      | 'details erased'
      | 'job run again'
      | 'job run now'
      | 'job confirmed'
    );

/** The name of an action on a claim; server/claims/actions/actions.ts lists them. */
export type ClaimAction = string & { readonly isClaimAction: true };

/** Actions whose details name an address, a browser or an e-mail address: those details are erased after a time. */
export const personalActions: readonly (AuditAction | ClaimAction)[] = [
  ...(['signed in', 'sign-in failed', 'code failed', 'password check failed', 'recovery code used'] as const),
  'passkey counter went back',
  ...(['invited', 'invitation withdrawn'] as const),
];

/** Actions on a claim whose details are a reason that staff typed: those details are erased with the claim. */
export const reasonedActions: readonly string[] = ['erasure declined', 'erasure request withdrawn'];

/**
 * An event to record. `details` never holds an answer that a visitor typed, and names an address, a browser or an e-mail address
 * only where the action is one of `personalActions`.
 */
export type AuditEvent = {
  actor: Actor;
  action: AuditAction | ClaimAction;
  /** The submission or the member of staff that it is about. */
  subjectId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** A row of the trail before its hash is known. */
export type StoredEvent = Omit<Schema['audit_events'], 'hash'>;

/** The previous hash of the first event. */
export const firstPreviousHash = '0'.repeat(64);

/**
 * SHA-256 over every column and the hash of the previous event: an edit of one makes all that follow invalid. Of the details it
 * covers the digest, so that they can be erased.
 */
export function hashOf(event: StoredEvent): string {
  const { id, at, actor_id, actor, action, subject_id, details_digest, former_hash, previous_hash } = event;
  return sha256([id, at, actor_id, actor, action, subject_id, details_digest, former_hash, previous_hash]);
}

export function detailsDigest(salt: string | null, details: string): string {
  return createHmac('sha256', salt ?? '')
    .update(details)
    .digest('hex');
}

function sha256(values: (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
