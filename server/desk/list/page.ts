import type { InboxFilter, InboxPage, InboxRow } from '../inbox.ts';
import { questionOf } from '../search/question.ts';
import type { SearchStore } from '../search/store.ts';
import { inboxRow } from '../submission/row.ts';
import type { SubmissionStore } from '../submission/store.ts';
import { createFind, type Finding } from './find.ts';
import { firstPage, type PageStart, pageKey, readPageKey } from './page-key.ts';
import type { Asked, ListStore, Place } from './store.ts';

export const pageSize = 50;

type Stores = { list: ListStore; search: SearchStore; submissions: SubmissionStore };

/** Reads what is in the inbox. Every page costs the same, however far from the beginning. */
export function createPages({ list, search, submissions }: Stores) {
  const find = createFind(list, search);

  return {
    page: async (asked: Asked, key: string | null): Promise<InboxPage> => {
      const counts = await list.counts(asked.now);
      const isSearchTooShort = asked.filter.search !== undefined && asked.question === null;
      if (isSearchTooShort) return { rows: [], next: null, previous: null, counts, isSearchTooShort };
      const { places, next, previous } = await readPage(asked, readPageKey(key));
      return { rows: await rowsAt(places), next, previous, counts, isSearchTooShort };
    },

    /** Everything that was asked for, `size` at a time. */
    all: async function* (asked: Asked, size: number): AsyncGenerator<Place[]> {
      for (let behind: Place | null = null; ; ) {
        const places: Place[] = await find({ asked, behind, isBackwards: false, most: size });
        if (places.length > 0) yield places;
        if (places.length < size) return;
        behind = places.at(-1) ?? null;
      }
    },

    rowsAt,
  };

  async function readPage(
    asked: Asked,
    start: PageStart,
  ): Promise<{ places: Place[]; next: string | null; previous: string | null }> {
    const finding: Finding = { asked, ...start, most: pageSize + 1 };
    const found = await find(finding);
    const hasMore = found.length > pageSize;
    // Back at the beginning, what came in meanwhile would make a page of a few rows: the first page is shown whole instead.
    if (start.isBackwards && !hasMore) return readPage(asked, firstPage);
    const places = found.slice(0, pageSize);
    if (start.isBackwards) places.reverse();
    const [first, last] = [places[0], places.at(-1)];
    return {
      places,
      next: last && (hasMore || start.isBackwards) ? pageKey(last, false) : null,
      previous: first && start.behind !== null ? pageKey(first, true) : null,
    };
  }

  /** In the order of the places. One that was erased in this moment is left out. */
  async function rowsAt(places: Place[]): Promise<InboxRow[]> {
    const ids = places.map(({ id }) => id);
    const rows = await submissions.rows(ids);
    const states = await submissions.mailStates(ids);
    const names = await submissions.names(rows.map((row) => row.assigned_to));
    const byId = new Map(rows.map((row) => [row.id, inboxRow(row, { mail: states.get(row.id) ?? 'none', names })]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** What was asked for, ready to be looked for. */
export function askedBy(staffId: string, filter: InboxFilter, now: number): Asked {
  const { search, ...rest } = filter;
  const typed = search?.trim() ?? '';
  return { staffId, now, filter: typed ? { ...rest, search: typed } : rest, question: typed ? questionOf(typed) : null };
}
