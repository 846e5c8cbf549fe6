import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { fieldsOf } from '#forms/form.ts';
import { findForm, formOf, noLongerAsked } from '#forms/forms.ts';
import { londonFormat } from '#forms/london-day.ts';
import { senderOf } from '#forms/sender.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { staffNames } from '#server/audit/names.ts';
import type { App } from '#server/core/app.ts';
import { answersOf } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { markOf } from '../actions/kept.ts';
import { searchDigest } from '../search/search-query.ts';
import { sentByOf } from '../sources/source.ts';
import { actorsOf, recordedActions } from '../view/recorded-actions.ts';
import * as submissions from '../view/submission-reader.ts';
import { type SubmissionRow, statusOf } from '../view/submission-reader.ts';
import { allInbox } from './inbox.ts';
import { type InboxFilter, inboxQuery } from './inbox-query.ts';

/** How many submissions are in memory at once. */
const pageSize = 200;

/** The mark by which spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Writes a whole list as CSV, in chunks. The export is recorded before the first chunk, and after the last with the number of rows.
 */
export async function* csvExport(app: App, staff: StaffMember, filter: InboxFilter): AsyncGenerator<string> {
  const names = Object.keys(filter).filter((name) => filter[name as keyof InboxFilter] !== undefined);
  const digest = filter.search ? searchDigest(app.secrets.current, filter.search) : null;
  const record = (more: { submissions: number; isWhole: boolean } | { isBegun: true }) =>
    app.audit.record({ actor: staff, action: 'list exported', details: { filter: names.join(', '), digest, ...more } });
  await record({ isBegun: true });
  const columns = columnsFor(filter);
  let count = 0;
  let isWhole = false;
  try {
    yield byteOrderMark + toCsv([columns.map(({ title }) => title)]);
    for await (const cursors of allInbox(app, inboxQuery(staff.id, filter, app.now()), pageSize)) {
      const rows = await submissions.rows(
        app,
        cursors.map(({ id }) => id),
      );
      const ids = rows.flatMap((row) => [...actorsOf(row), row.assigned_to]);
      const partners = rows.map((row) => row.partner_id);
      const names = new Map([...(await staffNames(app, ids)), ...(await submissions.partnerNames(app, partners))]);
      const byId = new Map(rows.map((row) => [row.id, columns.map(({ textOf }) => textOf(row, names))]));
      count += byId.size;
      yield toCsv(cursors.flatMap(({ id }) => (byId.has(id) ? [byId.get(id) ?? []] : [])));
      await setImmediate();
    }
    isWhole = true;
  } finally {
    await record({ submissions: count, isWhole });
  }
}

/** `names`: of members of staff and of partners, by their ids. */
type Column = { title: string; textOf: (row: SubmissionRow, names: Map<string, string>) => string };

/** The common columns, and for a filter by form each of its answers as it was typed. */
function columnsFor(filter: InboxFilter): Column[] {
  const form = filter.form === undefined || !findForm(filter.form) ? null : formOf(filter.form, {});
  if (form === null) return [...commonColumns(), ...senderColumns];
  return [...commonColumns(), removedAnswers, ...fieldsOf(form).map(({ name, label }) => answerColumn(name, label))];
}

/** Which questions were removed is known once all rows are read. */
const removedAnswers: Column = {
  title: noLongerAsked,
  textOf: ({ form_name: name, form_data }) => {
    const data = answersOf(form_data);
    const removed = formOf(name, data).sections.find(({ title }) => title === noLongerAsked)?.fields ?? [];
    return removed.map((field) => `${field.label}: ${data[field.name]}`).join('\n');
  },
};

const commonColumns = (): Column[] => [
  { title: 'Reference', textOf: (row) => row.reference },
  { title: 'Form', textOf: (row) => row.form_name },
  { title: 'Received (London)', textOf: (row) => time(row.created_at) },
  { title: 'Status', textOf: statusText },
  { title: 'Promised by (London)', textOf: (row) => time(row.due_at) },
  ...recordedActions.flatMap((action): Column[] => [
    { title: `${action.title} (London)`, textOf: (row) => time(markOf(row, action)?.at ?? null) },
    { title: `${action.title} by`, textOf: (row, names) => staffName(names, markOf(row, action)?.by ?? null) },
  ]),
  { title: 'Assigned to', textOf: (row, names) => staffName(names, row.assigned_to) },
  { title: 'Sent by', textOf: (row, names) => sentByOf(row, names) ?? '' },
];

/** The status, with what a list of closed claims leaves open: whether anybody was reached. */
function statusText(row: SubmissionRow): string {
  const status = statusOf(row);
  return status === 'closed' && row.contacted_at === null ? 'closed without contact' : status;
}

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

/** The Swedish format is that of ISO 8601, which spreadsheets parse. */
const londonClock = londonFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** A time by the clocks of London, such as 2026-11-20 14:03:22. */
function time(at: number | null): string {
  return at === null ? '' : londonClock(at);
}

function staffName(names: Map<string, string>, id: string | null): string {
  return id === null ? '' : nameIn(names, id);
}

/** A cell that a spreadsheet would run as a formula, even after spaces or in full-width characters. */
const formula = /^[\s\p{Z}\p{Cf}]*[=+\-@]|^[\t\r]/u;

/** CSV by RFC 4180. An apostrophe keeps spreadsheets from running a cell as a formula. */
export function toCsv(rows: string[][]): string {
  const safe = rows.map((row) => row.map((cell) => (formula.test(cell.normalize('NFKC')) ? `'${cell}` : cell)));
  // Cells that some spreadsheets split or trim are quoted too, although RFC 4180 does not require it.
  return stringify(safe, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]|^\s|\s$/ });
}
