import type { Audit } from '#server/audit/audit.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import { digestOf } from '../search/search-digest.ts';
import { questionOf } from '../search/search-query.ts';
import type { SearchStore } from '../search/search-store.ts';
import { inboxRow } from '../view/inbox-row.ts';
import type { SubmissionStore } from '../view/view-store.ts';
import { createFind, type Finding } from './find.ts';
import type { InboxFilter, InboxPage, InboxRow } from './inbox.ts';
import type { Asked, ListStore, Place } from './inbox-store.ts';

export const pageSize = 50;

type Services = { pages: ReturnType<typeof createPages>; audit: Audit; now: () => number; secret: string };

/** Reads a page of the inbox, and puts on record who looked and who searched, never for what. */
export function createReadInbox({ pages, audit, now, secret }: Services) {
  const isTime = createThrottle(now);

  return async function readInbox(staff: StaffMember, filter: InboxFilter, key: string | null): Promise<InboxPage> {
    const asked = askedBy(staff.id, filter, now());
    if (asked.question) {
      const digest = digestOf(secret, asked.filter.search ?? '');
      if (isTime(`searched ${staff.id} ${digest}`)) await audit.record({ actor: staff, action: 'searched', details: { digest } });
    } else if (isTime(`viewed ${staff.id}`)) {
      await audit.record({ actor: staff, action: 'inbox viewed' });
    }
    return pages.page(asked, key);
  };
}

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

/** Where a page begins: behind a place, towards the end of the list or, backwards, towards its beginning. */
type PageStart = { behind: Place | null; isBackwards: boolean };

const firstPage: PageStart = { behind: null, isBackwards: false };

export function pageKey({ key, id }: Place, isBackwards: boolean): string {
  return Buffer.from(JSON.stringify([isBackwards ? 'p' : 'n', key, id])).toString('base64url');
}

/** Whatever is no key, such as one that somebody has shortened, is the first page. */
function readPageKey(text: string | null): PageStart {
  if (text === null) return firstPage;
  try {
    const [direction, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isKey =
      (direction === 'n' || direction === 'p') && Number.isSafeInteger(key) && typeof id === 'string' && !id.includes('\0');
    return isKey ? { behind: { key, id }, isBackwards: direction === 'p' } : firstPage;
  } catch {
    return firstPage;
  }
}
