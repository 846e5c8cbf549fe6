import { type App, perApp } from '#server/core/app.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { searchDigest } from '../search/search-query.ts';
import type { InboxRow } from '../view/submission-reader.ts';
import * as submissions from '../view/submission-reader.ts';
import { type InboxCounts, sharedCounts } from './inbox-counts.ts';
import { type Cursor, type InboxFilter, type InboxQuery, inboxQuery } from './inbox-query.ts';
import { findRows } from './inbox-search.ts';

/** A page of the list, in keyset pages: every one costs the same, however far from the first. `next` and `previous` are keys of the neighbouring pages, or null at either end. */
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

const pageSize = 50;

/** How many rows are shown while somebody types, and how long after the last letter they rest. */
const firstRows = 12;
const restMs = 2_000;

const isDueOf = perApp(({ now }) => createThrottle(now));

/** By member of staff: what they typed into the search last, until they rest. */
const typedOf = perApp(() => new Map<string, Typed>());

/** One page of the list. That somebody viewed or searched is recorded; the text only as a digest. */
export async function inboxPage(
  app: App,
  staff: StaffMember,
  filter: InboxFilter,
  key: string | null = null,
): Promise<InboxPage> {
  const query = inboxQuery(staff.id, filter, app.now());
  await record(app, staff, query);
  const isSearchTooShort = query.filter.search !== undefined && query.search === null;
  const noPage = { cursors: [], next: null, previous: null };
  const [counts, { cursors, next, previous }] = await Promise.all([
    sharedCounts(app, query.now),
    isSearchTooShort ? noPage : readPage(app, query, readPageKey(key)),
  ]);
  return { rows: await rowsAt(app, cursors), next, previous, counts, isSearchTooShort };
}

/**
 * The newest rows that a search finds while it is typed; null where it is too short. It is recorded once somebody rests, or searches for
 * something else, so that the trail has what they searched for and not each beginning of it.
 */
export async function searchFirst(app: App, staff: StaffMember, search: string): Promise<InboxRow[] | null> {
  const typed = typedOf(app);
  const query = inboxQuery(staff.id, { search }, app.now());
  if (!query.search) return null;
  const last = typed.get(staff.id);
  clearTimeout(last?.timer);
  const isShorter = last?.search.startsWith(search) ?? false;
  // Of letters that are taken away one after the other, only what was whole before is recorded.
  if (last && !search.startsWith(last.search) && !(isShorter && last.isShorter)) await last.record();
  const recordTyped = () => {
    typed.delete(staff.id);
    return record(app, staff, query);
  };
  const timer = setTimeout(() => void recordTyped().catch(() => {}), restMs).unref();
  typed.set(staff.id, { search, isShorter, timer, record: recordTyped });
  return rowsAt(app, await findRows(app, { query, after: null, isBackwards: false, limit: firstRows }));
}

/** Records what was typed last, before the process ends. */
export async function closeInbox(app: App): Promise<void> {
  for (const { timer, record: recordTyped } of typedOf(app).values()) {
    clearTimeout(timer);
    await recordTyped();
  }
}

/** Everything that meets the query, `size` rows at a time. */
export async function* allInbox(app: App, query: InboxQuery, size: number): AsyncGenerator<Cursor[]> {
  for (let after: Cursor | null = null; ; ) {
    const cursors: Cursor[] = await findRows(app, { query, after, isBackwards: false, limit: size });
    if (cursors.length > 0) yield cursors;
    if (cursors.length < size) return;
    after = cursors.at(-1) ?? null;
  }
}

async function record(app: App, staff: StaffMember, query: InboxQuery): Promise<void> {
  if (query.search) {
    const digest = searchDigest(app.secrets.current, query.filter.search ?? '');
    if (isDueOf(app)(`searched ${staff.id} ${digest}`))
      await app.audit.record({ actor: staff, action: 'searched', details: { digest } });
  } else if (isDueOf(app)(`viewed ${staff.id}`)) {
    await app.audit.record({ actor: staff, action: 'inbox viewed' });
  }
}

async function readPage(
  app: App,
  query: InboxQuery,
  start: PageStart,
): Promise<{ cursors: Cursor[]; next: string | null; previous: string | null }> {
  const found = await findRows(app, { query, ...start, limit: pageSize + 1 });
  const hasMore = found.length > pageSize;
  // Near the beginning there may be only a few rows before the cursor: then the whole first page is shown.
  if (start.isBackwards && !hasMore) return readPage(app, query, firstPage);
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
async function rowsAt(app: App, cursors: Cursor[]): Promise<InboxRow[]> {
  const ids = cursors.map(({ id }) => id);
  const rows = await submissions.inboxRows(app, await submissions.rows(app, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Where a page starts: after a cursor, towards the end of the list or, backwards, towards its start. */
type PageStart = { after: Cursor | null; isBackwards: boolean };

const firstPage: PageStart = { after: null, isBackwards: false };

function pageKey({ key, id }: Cursor, isBackwards: boolean): string {
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
