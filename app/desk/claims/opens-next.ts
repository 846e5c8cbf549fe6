import type { QueueRow } from '#server/claims/queue/read-queue.ts';

/** The queue as it is on the screen, which decides what an act opens next: a new order from the server comes with the next page. */
let shown: { row: QueueRow; isOffered: boolean }[] = [];
let query = '';

/** `search`: the query of the page. */
export function showOrder(rows: QueueRow[], staffId: string, now: number, search: string): void {
  query = search;
  shown = rows.map((row) => ({ row, isOffered: row.band !== 'later' && !isCalledByColleague(row, staffId, now) }));
}

export function shownRow(id: string): QueueRow | null {
  return shown.find(({ row }) => row.id === id)?.row ?? null;
}

/** The path of the first claim below this one that is due and that nobody is calling, or else of the first one above; null for none. */
export function pathAfter(id: string): string | null {
  const at = shown.findIndex(({ row }) => row.id === id);
  const next = [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))].find(({ isOffered }) => isOffered);
  return next ? claimPath(next.row.id, query) : null;
}

/** The address of a claim beside the queue of the same choice. */
export function claimPath(id: string, search: string): string {
  return `/desk/submissions/${id}${choiceOf(search)}`;
}

/** The part of a query that chooses the queue: everybody's, or one's own. */
export function choiceOf(search: string): '' | '?whose=own' {
  return new URLSearchParams(search).get('whose') === 'own' ? '?whose=own' : '';
}

function isCalledByColleague({ next }: QueueRow, staffId: string, now: number): boolean {
  return next !== null && next.calling !== null && next.calling.id !== staffId && next.calling.until > now;
}
