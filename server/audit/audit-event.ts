import { createHash, createHmac } from 'node:crypto';
import type { Schema } from '#server/database/schema.ts';

/** Who did it: a member of staff, a command on the server, or what runs by itself. */
export type Actor = { id: string | null; name: string };

export const acts = [
  ...(['signed in', 'sign-in failed', 'signed out', 'signed out everywhere', 'code failed', 'recovery code used'] as const),
  ...(['password check failed', 'authenticator moved', 'recovery codes made', 'name changed', 'email changed'] as const),
  ...([
    'invited',
    'invitation withdrawn',
    'joined',
    'two factors set up',
    'two factors reset',
    'password reset asked for',
    'password changed',
  ] as const),
  ...(['role changed', 'account closed', 'account opened again', 'access refused'] as const),
  ...(['inbox viewed', 'searched', 'submission viewed', 'list exported', 'person exported', 'audit viewed'] as const),
  ...(['assigned', 'warned', 'erased', 'retention ran', 'details erased', 'job run again', 'job run now'] as const),
] as const;
export type Act = (typeof acts)[number];

/** What staff do to a claim names itself: server/submissions/actions/actions.ts has the list. */
export type ClaimAct = string & { readonly isClaimAct: true };

/** Acts whose details name an address, a browser or an e-mail address: those details are erased after a time. */
export const personalActs: readonly (Act | ClaimAct)[] = [
  ...(['signed in', 'sign-in failed', 'code failed', 'password check failed', 'recovery code used'] as const),
  ...(['invited', 'invitation withdrawn'] as const),
];

/**
 * What is told of an event. `details` never holds an answer that a visitor typed, and names an address, a browser or an e-mail
 * address only where the act is one of `personalActs`.
 */
export type AuditEvent = {
  actor: Actor;
  act: Act | ClaimAct;
  /** The submission or the member of staff it was done to. */
  subjectId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** A row of the trail before its hash is known. */
export type StoredEvent = Omit<Schema['audit_events'], 'hash'>;

/** What the first event names as the one before it. */
export const beforeTheFirst = '0'.repeat(64);

/**
 * SHA-256 over every column and the hash of the event before: whoever edits one has to edit all that follow. Of the details it
 * covers the digest, so that they can be erased.
 */
export function hashOf(event: StoredEvent): string {
  const { id, at, actor_id, actor, act, subject_id, details_digest, former_hash, previous_hash } = event;
  return sha256([id, at, actor_id, actor, act, subject_id, details_digest, former_hash, previous_hash]);
}

export function detailsDigest(salt: string | null, details: string): string {
  return createHmac('sha256', salt ?? '')
    .update(details)
    .digest('hex');
}

/** The hash of an event from before digests, after an event with this hash. */
export function formerHashOf(event: StoredEvent, formerPreviousHash: string): string {
  const { id, at, actor_id, actor, act, subject_id, details } = event;
  return sha256([id, at, actor_id, actor, act, subject_id, details, formerPreviousHash]);
}

function sha256(values: (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
