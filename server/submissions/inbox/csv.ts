import { setImmediate } from 'node:timers/promises';
import { fieldsOf } from '#forms/form.ts';
import { findForm, formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { Audit } from '#server/audit/audit.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import { digestOf } from '../search/search-digest.ts';
import { statusOf } from '../view/inbox-row.ts';
import type { SubmissionRow, SubmissionStore } from '../view/view-store.ts';
import type { InboxFilter } from './inbox.ts';
import { askedBy, type createPages } from './inbox-pages.ts';

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
  return async function* exportList(staff: StaffMember, filter: InboxFilter): AsyncGenerator<string> {
    const by = Object.keys(filter).filter((name) => filter[name as keyof InboxFilter] !== undefined);
    const digest = filter.search ? digestOf(secret, filter.search) : null;
    const tell = (more: { submissions: number; isWhole: boolean } | { isBegun: true }) =>
      audit.record({ actor: staff, action: 'list exported', details: { filter: by.join(', '), digest, ...more } });
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

type Column = { title: string; textOf: (row: SubmissionRow, names: Map<string, string>) => string };

/** What every list has, and where one form was asked for, each of its answers as it was typed. */
function columnsFor(filter: InboxFilter): Column[] {
  const form = filter.form === undefined ? null : findForm(filter.form);
  const answers = form === null ? senderColumns : fieldsOf(form).map(({ name, label }) => answerColumn(name, label));
  return [...commonColumns, ...answers];
}

const commonColumns: Column[] = [
  { title: 'Reference', textOf: (row) => row.reference },
  { title: 'Form', textOf: (row) => row.form_name },
  { title: 'Received (UTC)', textOf: (row) => time(row.created_at) },
  { title: 'Status', textOf: statusOf },
  { title: 'Promised by (UTC)', textOf: (row) => time(row.due_at) },
  { title: 'Contacted (UTC)', textOf: (row) => time(row.contacted_at) },
  { title: 'Contacted by', textOf: (row, names) => staffName(names, row.contacted_by) },
  { title: 'Closed (UTC)', textOf: (row) => time(row.closed_at) },
  { title: 'Assigned to', textOf: (row, names) => staffName(names, row.assigned_to) },
];

const senderColumns: Column[] = (['name', 'email', 'phone', 'registration'] as const).map((part) => ({
  title: `${part.charAt(0).toUpperCase()}${part.slice(1)}`,
  textOf: (row) => {
    const data = answersOf(row.form_data);
    return senderOf(formOf(row.form_name, data), data)[part];
  },
}));

function answerColumn(name: string, title: string): Column {
  return { title, textOf: (row) => answersOf(row.form_data)[name] ?? '' };
}

/** As spreadsheets read it. */
function time(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

function staffName(names: Map<string, string>, id: string | null): string {
  return id === null ? '' : nameIn(names, id);
}

/** Begins as what a spreadsheet takes for a formula, also behind spaces and in full width. */
const formula = /^[\s\p{Z}\p{Cf}]*[=+\-@]|^[\t\r]/u;

/** A cell of RFC 4180 that a spreadsheet shows as text and never runs. */
export function csvCell(value: string): string {
  const safe = formula.test(value.normalize('NFKC')) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
