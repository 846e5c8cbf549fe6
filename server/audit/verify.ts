import type { Database } from '#server/database/open.ts';
import { beforeTheFirst, hashOf } from './event.ts';
import { createAuditStore } from './store.ts';

const pageSize = 1_000;

/** `head` is the number and hash of the last event: whoever has noted it elsewhere can tell whether the end was cut off. */
export type Verdict =
  | { kind: 'whole'; events: number; head: string }
  | { kind: 'broken'; id: string; words: string }
  | { kind: 'cut'; words: string };

/** Reads the whole chain. `expected`: a head that was noted before, which must still be in it. */
export async function verifyAudit(database: Database, expected: string | null = null): Promise<Verdict> {
  const store = createAuditStore(database);
  let last = { id: '', hash: beforeTheFirst };
  let events = 0;
  let found = expected === null;
  for (;;) {
    const page = await store.page(last.id, pageSize);
    if (page.length === 0) break;
    for (const event of page) {
      events += 1;
      if (Number(event.id) !== events) return { kind: 'broken', id: event.id, words: `Event ${events} is missing.` };
      if (event.previous_hash !== last.hash)
        return { kind: 'broken', id: event.id, words: 'It does not follow the event before it.' };
      if (event.hash !== hashOf(event)) return { kind: 'broken', id: event.id, words: 'It was changed after it was written.' };
      last = event;
      found ||= expected === headOf(event);
    }
  }
  if (!found) return { kind: 'cut', words: `The head ${expected} that was noted before is not in the chain.` };
  return { kind: 'whole', events, head: headOf(last) };
}

function headOf({ id, hash }: { id: string; hash: string }): string {
  return `${Number(id)}:${hash}`;
}
