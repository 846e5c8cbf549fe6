import { setImmediate } from 'node:timers/promises';
import type { Audit } from '#server/audit/audit.ts';
import type { Staff } from '#server/auth/staff.ts';
import type { InboxFilter } from '../inbox.ts';
import { askedBy, type createPages } from '../list/page.ts';
import { digestOf } from '../search/digest.ts';
import type { SubmissionStore } from '../submission/store.ts';
import { csvLine } from './cell.ts';
import { columnsFor } from './columns.ts';

/** Submissions in memory at once. */
const pageSize = 200;

/** So that spreadsheets read it as UTF-8. */
const byteOrderMark = '\ufeff';

type Services = {
  pages: ReturnType<typeof createPages>;
  submissions: SubmissionStore;
  audit: Audit;
  now: () => number;
  secret: string;
};

/** A whole list as CSV, in pieces; put on record before the first piece, and again with what went out after the last. */
export function createExportList({ pages, submissions, audit, now, secret }: Services) {
  return async function* exportList(staff: Staff, filter: InboxFilter): AsyncGenerator<string> {
    const by = Object.keys(filter).filter((name) => filter[name as keyof InboxFilter] !== undefined);
    const digest = filter.search ? digestOf(secret, filter.search) : null;
    const tell = (more: { submissions: number; isWhole: boolean } | { isBegun: true }) =>
      audit.record({ actor: staff, act: 'list exported', details: { filter: by.join(', '), digest, ...more } });
    await tell({ isBegun: true });
    const columns = columnsFor(filter);
    let count = 0;
    let isWhole = false;
    try {
      yield byteOrderMark + csvLine(columns.map(({ title }) => title));
      for await (const places of pages.all(askedBy(staff.id, filter, now()), pageSize)) {
        const rows = await submissions.rows(places.map(({ id }) => id));
        const names = await submissions.names(rows.flatMap((row) => [row.contacted_by, row.assigned_to]));
        const byId = new Map(rows.map((row) => [row.id, csvLine(columns.map(({ textOf }) => textOf(row, names)))]));
        count += byId.size;
        yield places.map(({ id }) => byId.get(id) ?? '').join('');
        await setImmediate();
      }
      isWhole = true;
    } finally {
      await tell({ submissions: count, isWhole });
    }
  };
}
