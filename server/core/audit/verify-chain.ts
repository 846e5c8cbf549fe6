import type { Database } from '#server/core/database/database.ts';
import type { Schema } from '#server/core/database/schema.ts';
import { type AuditAction, detailsDigest, firstPreviousHash, hashOf, personalActions, reasonedActions } from './audit-event.ts';

const pageSize = 1_000;

type Event = Schema['audit_events'];

/** `head` is the number and hash of the last event: with a head that was noted elsewhere, a missing end can be detected. */
type VerifyResult =
  | { kind: 'whole'; events: number; head: string }
  | { kind: 'broken'; id: string; message: string }
  | { kind: 'cut'; message: string };

/** Reads the whole chain. `expectedHead`: a head that was noted before, which must still be in it. */
export async function verifyChain({ db }: Database, expectedHead: string | null = null): Promise<VerifyResult> {
  let last: Pick<Event, 'id' | 'hash'> = { id: '', hash: firstPreviousHash };
  let events = 0;
  let isHeadFound = expectedHead === null;
  let newestErased: Pick<Event, 'id' | 'at'> | null = null;
  let erasedBefore = 0;
  /** The events whose reasons are erased, by the claim: it must be erased by a later event. */
  const withoutReason = new Map<string | null, string>();
  for (;;) {
    const page = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('id', '>', last.id)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    if (page.length === 0) break;
    for (const event of page) {
      events += 1;
      const error = Number(event.id) === events ? errorIn(event, last) : `Event ${events} is missing.`;
      if (error !== null) return { kind: 'broken', id: event.id, message: error };
      if (isErased(event)) {
        if (reasonedActions.includes(event.action)) withoutReason.set(event.subject_id, event.id);
        else if (event.at >= (newestErased?.at ?? 0)) newestErased = event;
      }
      if (event.action === 'erased') withoutReason.delete(event.subject_id);
      if (event.action === 'details erased') erasedBefore = Math.max(erasedBefore, JSON.parse(event.details).before);
      last = event;
      isHeadFound ||= expectedHead === headOf(event.id, event.hash);
    }
  }
  if (newestErased !== null && newestErased.at >= erasedBefore)
    return { kind: 'broken', id: newestErased.id, message: 'Its details were taken out before their time.' };
  for (const id of withoutReason.values())
    return { kind: 'broken', id, message: 'Its details were taken out, and its claim was not erased.' };
  if (!isHeadFound) return { kind: 'cut', message: `The head ${expectedHead} that was noted before is not in the chain.` };
  return { kind: 'whole', events, head: headOf(last.id, last.hash) };
}

function errorIn(event: Event, previous: Pick<Event, 'hash'>): string | null {
  if (event.previous_hash !== previous.hash) return 'It does not follow the event before it.';
  if (event.hash !== hashOf(event)) return 'It was changed after it was written.';
  if (isErased(event)) return null;
  if (detailsDigest(event.details_salt, event.details) !== event.details_digest) return 'Its details were changed or taken out.';
  return null;
}

/** Whether the details of an event were erased together with their salt. Those of most actions must never be missing. */
function isErased({ action, details, details_salt, details_digest }: Event): boolean {
  const isErasable = personalActions.includes(action as AuditAction) || reasonedActions.includes(action);
  if (details_salt !== null || details !== '{}' || !isErasable) return false;
  return detailsDigest(null, details) !== details_digest;
}

function headOf(id: string, hash: string): string {
  return `${Number(id)}:${hash}`;
}
