import type { Change } from '#server/desk/outcome.ts';

const plain = ['contacted', 'contact undone', 'closed', 'reopened', 'released', 'set aside'] as const;

/** Reads a change from what a form or an address says; null where it says none. Whether it is possible, the desk decides. */
export function changeOf(get: (name: string) => string | null): Change | null {
  const act = get('act');
  const simple = plain.find((one) => one === act);
  if (simple) return { act: simple };
  if (act === 'assigned') {
    const from = get('from');
    return { act, to: get('to') || null, ...(from !== null && { from: from || null }) };
  }
  if (act === 'note added') return { act, text: get('text') ?? '' };
  if (act === 'note removed' || act === 'note restored') return { act, noteId: get('noteId') ?? '' };
  if (act === 'letter sent again') return { act, letterId: get('letterId') ?? '' };
  return null;
}

/** The same change as names and values, for hidden fields and addresses. */
export function pairsOf(change: Change): [string, string][] {
  return Object.entries(change).map(([name, value]) => [name, value ?? '']);
}

const inverse: Partial<Record<string, Change['act']>> = {
  contacted: 'contact undone',
  'contact undone': 'contacted',
  closed: 'reopened',
  reopened: 'closed',
  released: 'set aside',
  'set aside': 'released',
  assigned: 'assigned',
  'note added': 'note removed',
  'note removed': 'note restored',
  'note restored': 'note removed',
};

/** What takes back what was done, as an address says it; null for what does anything else: somebody may have made that address up. */
export function undoOf(did: string | null, get: (name: string) => string | null): Change | null {
  const change = changeOf(get);
  return change && inverse[did ?? ''] === change.act ? change : null;
}
