import type { Audit } from '#server/audit/audit.ts';
import { createThrottle } from '#server/audit/throttle.ts';
import type { Database } from '#server/database/database.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { searchDigest } from '../search/search-query.ts';
import type { SearchStore } from '../search/search-store.ts';
import type { InboxRow, SubmissionReader } from '../view/submission-reader.ts';
import { createReadCounts, type InboxCounts, shareCounts } from './inbox-counts.ts';
import { type Cursor, type InboxFilter, type InboxQuery, inboxQuery } from './inbox-query.ts';
import { createFindRows } from './inbox-search.ts';

/** A page of the list. `next` and `previous` are keys of the neighbouring pages, or null at either end. */
type InboxPage = {
  rows: InboxRow[];
  next: string | null;
  previous: string | null;
  counts: InboxCounts;
  /** The search was too short, so nothing was searched for: it needs two characters. */
  isSearchTooShort: boolean;
};

/** What somebody types into the search, which is not recorded yet. `isShorter`: letters were taken away. */
type Typed = { search: string; isShorter: boolean; timer: NodeJS.Timeout; record: () => Promise<void> };

export type Inbox = ReturnType<typeof createInbox>;

const pageSize = 50;

/** How many rows are shown while somebody types, and how long after the last letter they rest. */
const firstRows = 12;
const restMs = 2_000;

/** The list of submissions, in keyset pages: every page costs the same, however far from the first. */
export function createInbox(services: {
  database: Database;
  search: SearchStore;
  submissions: SubmissionReader;
  audit: Audit;
  now: () => number;
  secret: string;
  /** How many changes of what it lists this process knows of. */
  changes: () => number;
}) {
  const { database, search, submissions, audit, now, secret, changes } = services;
  const isDue = createThrottle(now);
  const readCounts = shareCounts(createReadCounts(database), changes);
  const findRows = createFindRows(database, search);
  /** By member of staff: what they typed into the search last, until they rest. */
  const typed = new Map<string, Typed>();

  return {
    /** One page of the list. That somebody viewed or searched is recorded; the text only as a digest. */
    page: async (staff: StaffMember, filter: InboxFilter, key: string | null = null): Promise<InboxPage> => {
      const query = inboxQuery(staff.id, filter, now());
      await record(staff, query);
      const isSearchTooShort = query.filter.search !== undefined && query.search === null;
      const noPage = { cursors: [], next: null, previous: null };
      const [counts, { cursors, next, previous }] = await Promise.all([
        readCounts(query.now),
        isSearchTooShort ? noPage : readPage(query, readPageKey(key)),
      ]);
      return { rows: await rowsAt(cursors), next, previous, counts, isSearchTooShort };
    },

    /**
     * The newest rows that a search finds while it is typed; null where it is too short. It is recorded once somebody rests, or searches for
     * something else, so that the trail has what they searched for and not each beginning of it.
     */
    first: async (staff: StaffMember, search: string): Promise<InboxRow[] | null> => {
      const query = inboxQuery(staff.id, { search }, now());
      if (!query.search) return null;
      const last = typed.get(staff.id);
      clearTimeout(last?.timer);
      const isShorter = last?.search.startsWith(search) ?? false;
      // Of letters that are taken away one after the other, only what was whole before is recorded.
      if (last && !search.startsWith(last.search) && !(isShorter && last.isShorter)) await last.record();
      const recordTyped = () => {
        typed.delete(staff.id);
        return record(staff, query);
      };
      const timer = setTimeout(() => void recordTyped().catch(() => {}), restMs).unref();
      typed.set(staff.id, { search, isShorter, timer, record: recordTyped });
      return rowsAt(await findRows({ query, after: null, isBackwards: false, limit: firstRows }));
    },

    /** Records what was typed last, before the process ends. */
    close: async (): Promise<void> => {
      for (const { timer, record: recordTyped } of typed.values()) {
        clearTimeout(timer);
        await recordTyped();
      }
    },

    /** Everything that meets the query, `size` rows at a time. */
    all: async function* (query: InboxQuery, size: number): AsyncGenerator<Cursor[]> {
      for (let after: Cursor | null = null; ; ) {
        const cursors: Cursor[] = await findRows({ query, after, isBackwards: false, limit: size });
        if (cursors.length > 0) yield cursors;
        if (cursors.length < size) return;
        after = cursors.at(-1) ?? null;
      }
    },
  };

  async function record(staff: StaffMember, query: InboxQuery): Promise<void> {
    if (query.search) {
      const digest = searchDigest(secret, query.filter.search ?? '');
      if (isDue(`searched ${staff.id} ${digest}`)) await audit.record({ actor: staff, action: 'searched', details: { digest } });
    } else if (isDue(`viewed ${staff.id}`)) {
      await audit.record({ actor: staff, action: 'inbox viewed' });
    }
  }

  async function readPage(
    query: InboxQuery,
    start: PageStart,
  ): Promise<{ cursors: Cursor[]; next: string | null; previous: string | null }> {
    const found = await findRows({ query, ...start, limit: pageSize + 1 });
    const hasMore = found.length > pageSize;
    // Near the beginning there may be only a few rows before the cursor: then the whole first page is shown.
    if (start.isBackwards && !hasMore) return readPage(query, firstPage);
    const cursors = found.slice(0, pageSize);
    if (start.isBackwards) cursors.reverse();
    const [first, last] = [cursors[0], cursors.at(-1)];
    return {
      cursors,
      next: last && (hasMore || start.isBackwards) ? pageKey(last, false) : null,
      previous: first && start.after !== null ? pageKey(first, true) : null,
    };
  }

  /** The rows in the order of the cursors. One that was erased in the meantime is left out. */
  async function rowsAt(cursors: Cursor[]): Promise<InboxRow[]> {
    const ids = cursors.map(({ id }) => id);
    const rows = await submissions.inboxRows(await submissions.rows(ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Where a page starts: after a cursor, towards the end of the list or, backwards, towards its start. */
type PageStart = { after: Cursor | null; isBackwards: boolean };

const firstPage: PageStart = { after: null, isBackwards: false };

export function pageKey({ key, id }: Cursor, isBackwards: boolean): string {
  return Buffer.from(JSON.stringify([isBackwards ? 'p' : 'n', key, id])).toString('base64url');
}

/** An invalid key, such as a shortened one, means the first page. */
function readPageKey(text: string | null): PageStart {
  if (text === null) return firstPage;
  try {
    const [direction, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString());
    const isKey =
      (direction === 'n' || direction === 'p') && Number.isSafeInteger(key) && typeof id === 'string' && !id.includes('\0');
    return isKey ? { after: { key, id }, isBackwards: direction === 'p' } : firstPage;
  } catch {
    return firstPage;
  }
}
