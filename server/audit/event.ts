import { createHash } from 'node:crypto';
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
  ...(['contacted', 'contact undone', 'closed', 'reopened', 'assigned', 'note added', 'note removed', 'note restored'] as const),
  ...(['released', 'set aside', 'letter sent again', 'warned', 'erased', 'retention ran'] as const),
] as const;
export type Act = (typeof acts)[number];

/** What is told of an event. `details` never holds an answer that a visitor typed. */
export type AuditEvent = {
  actor: Actor;
  act: Act;
  /** The submission or the member of staff it was done to. */
  subjectId?: string;
  details?: Record<string, string | number | boolean | null>;
};

/** A row of the trail before its hash is known. */
export type StoredEvent = Omit<Schema['audit_events'], 'hash'>;

/** What the first event names as the one before it. */
export const beforeTheFirst = '0'.repeat(64);

/** SHA-256 over every column and the hash of the event before: whoever edits one has to edit all that follow. */
export function hashOf(event: StoredEvent): string {
  const { id, at, actor_id, actor, act, subject_id, details, previous_hash } = event;
  const text = JSON.stringify([id, at, actor_id, actor, act, subject_id, details, previous_hash]);
  return createHash('sha256').update(text).digest('hex');
}
