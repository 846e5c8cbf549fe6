import type { ClaimantEvent } from '#server/audit/audit-event.ts';
import type { Db } from '#server/database/schema.ts';

export const claimantUpdateTemplate = 'claimant-update' as const;

/** The e-mail that says that a claim begun at the roadside now has all answers. */
export const claimCompleteTemplate = 'claim-complete' as const;

/** What a claimant did since the e-mail about it was stored. */
export type ClaimantUpdate = {
  /** The events in the audit trail, oldest first. */
  actions: ClaimantEvent[];
  /** Oldest first. */
  messages: string[];
  callPreference: string | null;
};

/** Reads what the claimant did since the e-mail was stored. */
export async function readClaimantUpdate(db: Db, id: string, since: number): Promise<ClaimantUpdate> {
  const events = await db
    .selectFrom('audit_events')
    .select('action')
    .where('subject_id', '=', id)
    .where('actor_id', '=', 'claimant')
    .where('at', '>=', since)
    .orderBy('id')
    .execute();
  const messages = await db
    .selectFrom('claimant_messages')
    .select('text')
    .where('submission_id', '=', id)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute();
  const row = await db.selectFrom('form_submissions').select('call_preference').where('id', '=', id).executeTakeFirst();
  return {
    actions: [...new Set(events.map(({ action }) => action as ClaimantEvent))],
    messages: messages.map(({ text }) => text),
    callPreference: row?.call_preference ?? null,
  };
}
