import type { Database } from '#server/database/open.ts';
import type { Schema } from '#server/database/schema.ts';
import { type Act, beforeTheFirst, detailsDigest, formerHashOf, hashOf, personalActs } from './audit-event.ts';
import { createAuditStore } from './audit-store.ts';

const pageSize = 1_000;

type Event = Schema['audit_events'];

/** `head` is the number and hash of the last event: whoever has noted it elsewhere can tell whether the end was cut off. */
export type Verdict =
  | { kind: 'whole'; events: number; head: string }
  | { kind: 'broken'; id: string; words: string }
  | { kind: 'cut'; words: string };

/** Reads the whole chain. `expected`: a head that was noted before, which must still be in it. */
export async function verifyAudit(database: Database, expected: string | null = null): Promise<Verdict> {
  const store = createAuditStore(database);
  let last: Pick<Event, 'id' | 'hash' | 'former_hash'> = { id: '', hash: beforeTheFirst, former_hash: null };
  let events = 0;
  let found = expected === null;
  let newestErased: Pick<Event, 'id' | 'at'> | null = null;
  let erasedBefore = 0;
  for (;;) {
    const page = await store.page(last.id, pageSize);
    if (page.length === 0) break;
    for (const event of page) {
      events += 1;
      const fault = Number(event.id) === events ? faultOf(event, last) : `Event ${events} is missing.`;
      if (fault !== null) return { kind: 'broken', id: event.id, words: fault };
      if (isErased(event) && event.at >= (newestErased?.at ?? 0)) newestErased = event;
      if (event.act === 'details erased') erasedBefore = Math.max(erasedBefore, JSON.parse(event.details).before);
      last = event;
      found ||= expected === headOf(event.id, event.hash) || expected === headOf(event.id, event.former_hash ?? '');
    }
  }
  if (newestErased !== null && newestErased.at >= erasedBefore)
    return { kind: 'broken', id: newestErased.id, words: 'Its details were taken out before their time.' };
  if (!found) return { kind: 'cut', words: `The head ${expected} that was noted before is not in the chain.` };
  return { kind: 'whole', events, head: headOf(last.id, last.hash) };
}

function faultOf(event: Event, before: Pick<Event, 'hash' | 'former_hash'>): string | null {
  if (event.previous_hash !== before.hash) return 'It does not follow the event before it.';
  if (event.hash !== hashOf(event)) return 'It was changed after it was written.';
  if (isErased(event)) return null;
  if (detailsDigest(event.details_salt, event.details) !== event.details_digest) return 'Its details were changed or taken out.';
  if (event.former_hash !== null && event.former_hash !== formerHashOf(event, before.former_hash ?? beforeTheFirst))
    return 'It was changed after it was written.';
  return null;
}

/** Only the details of personal acts may be gone, and their salt with them. */
function isErased({ act, details, details_salt, details_digest }: Event): boolean {
  if (details_salt !== null || details !== '{}' || !personalActs.includes(act as Act)) return false;
  return detailsDigest(null, details) !== details_digest;
}

function headOf(id: string, hash: string): string {
  return `${Number(id)}:${hash}`;
}
