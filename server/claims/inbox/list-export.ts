import { setImmediate } from 'node:timers/promises';
import { readDate } from '#forms/accident-date.ts';
import { type Field, fieldsOf } from '#forms/form.ts';
import { findForm, formOf, noLongerAsked } from '#forms/forms.ts';
import { withNationalNumbers } from '#forms/phone-numbers.ts';
import { senderOf } from '#forms/sender.ts';
import type { App } from '#server/core/app.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { staffNames } from '#server/core/audit/names.ts';
import { answersOf } from '#server/core/database/schema.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { markOf } from '../actions/kept.ts';
import { searchDigest } from '../search/search-query.ts';
import { sentByOf } from '../sources/source.ts';
import { actorsOf, recordedActions } from '../view/recorded-actions.ts';
import * as submissions from '../view/submission-reader.ts';
import { type SubmissionRow, statusOf } from '../view/submission-reader.ts';
import { allInbox } from './inbox.ts';
import { type InboxFilter, inboxQuery } from './inbox-query.ts';
import { type Cell, type ListColumn, type ListFormat, londonTime, writeList } from './list-file.ts';

/** How many submissions are in memory at once. */
const pageSize = 200;

/** Writes a whole list as a file, as it is read. */
export function exportList(app: App, staff: StaffMember, filter: InboxFilter, format: ListFormat) {
  const columns = columnsFor(filter);
  return writeList({ columns, pages: pagesOf(app, staff, filter, columns) }, format);
}

/** The rows of a list. The export is recorded before the first page, and after the last with the number of rows. */
async function* pagesOf(app: App, staff: StaffMember, filter: InboxFilter, columns: Column[]): AsyncGenerator<Cell[][]> {
  const names = Object.keys(filter).filter((name) => filter[name as keyof InboxFilter] !== undefined);
  const digest = filter.search ? searchDigest(app.secrets.current, filter.search) : null;
  const record = (more: { submissions: number; isWhole: boolean } | { isBegun: true }) =>
    app.audit.record({ actor: staff, action: 'list exported', details: { filter: names.join(', '), digest, ...more } });
  await record({ isBegun: true });
  let count = 0;
  let isWhole = false;
  try {
    for await (const cursors of allInbox(app, inboxQuery(staff.id, filter, app.now()), pageSize)) {
      const rows = await submissions.rows(
        app,
        cursors.map(({ id }) => id),
      );
      const ids = rows.flatMap((row) => [...actorsOf(row), row.assigned_to]);
      const partners = rows.map((row) => row.partner_id);
      const names = new Map([...(await staffNames(app, ids)), ...(await submissions.partnerNames(app, partners))]);
      const byId = new Map(rows.map((row) => [row.id, columns.map(({ cellOf }) => cellOf(row, names))]));
      count += byId.size;
      yield cursors.flatMap(({ id }) => (byId.has(id) ? [byId.get(id) ?? []] : []));
      await setImmediate();
    }
    isWhole = true;
  } finally {
    await record({ submissions: count, isWhole });
  }
}

/** `names`: of members of staff and of partners, by their ids. */
type Column = ListColumn & { cellOf: (row: SubmissionRow, names: Map<string, string>) => Cell };

/** The common columns, and for a filter by form each of its answers. */
function columnsFor(filter: InboxFilter): Column[] {
  const form = filter.form === undefined || !findForm(filter.form) ? null : formOf(filter.form, {});
  if (form === null) return [...commonColumns(), ...senderColumns];
  return [...commonColumns(), removedAnswers, ...fieldsOf(form).map(answerColumn)];
}

/** Which questions were removed is known once all rows are read. */
const removedAnswers: Column = {
  title: noLongerAsked,
  cellOf: ({ form_name: name, form_data }) => {
    const data = answersOf(form_data);
    const removed = formOf(name, data).sections.find(({ title }) => title === noLongerAsked)?.fields ?? [];
    return removed.map((field) => `${field.label}: ${data[field.name]}`).join('\n');
  },
};

const commonColumns = (): Column[] => [
  { title: 'Reference', cellOf: (row) => row.reference },
  { title: 'Form', cellOf: (row) => row.form_name },
  timeColumn('Received (London)', (row) => row.created_at),
  { title: 'Status', cellOf: statusText },
  timeColumn('Promised by (London)', (row) => row.due_at),
  ...recordedActions.flatMap((action): Column[] => [
    timeColumn(`${action.title} (London)`, (row) => markOf(row, action)?.at ?? null),
    { title: `${action.title} by`, cellOf: (row, names) => staffName(names, markOf(row, action)?.by ?? null) },
  ]),
  { title: 'Assigned to', cellOf: (row, names) => staffName(names, row.assigned_to) },
  { title: 'Sent by', cellOf: (row, names) => sentByOf(row, names) ?? '' },
];

/** The status, with what a list of closed claims leaves open: whether anybody was reached. */
function statusText(row: SubmissionRow): string {
  const status = statusOf(row);
  return status === 'closed' && row.contacted_at === null ? 'closed without contact' : status;
}

const senderColumns: Column[] = (['name', 'email', 'phone', 'registration'] as const).map((part) => ({
  title: `${part.charAt(0).toUpperCase()}${part.slice(1)}`,
  cellOf: (row) => {
    const data = answersOf(row.form_data);
    const text = senderOf(formOf(row.form_name, data), data)[part];
    return part === 'phone' ? phoneText(text) : text;
  },
}));

/** An answer as it was typed, but phone numbers as British offices dial them. What is no date in a column of them is text. */
function answerColumn({ name, label, type }: Field): Column {
  const answer = (row: SubmissionRow) => answersOf(row.form_data)[name] ?? '';
  if (type === 'tel') return { title: label, cellOf: (row) => phoneText(answer(row)) };
  if (type !== 'date') return { title: label, cellOf: answer };
  return { title: label, shows: 'date', cellOf: (row) => dateCell(answer(row)) };
}

/** Spreadsheets take digits without a space for a number, of which they drop the first nought. */
function phoneText(text: string): string {
  return withNationalNumbers(text).replace(/^(\d{5})(?=\d{2,}$)/, '$1 ');
}

function dateCell(text: string): Cell {
  const date = readDate(text);
  return typeof date === 'number' ? new Date(date) : text;
}

function timeColumn(title: string, at: (row: SubmissionRow) => number | null): Column {
  return { title, shows: 'time', cellOf: (row) => londonTime(at(row)) };
}

function staffName(names: Map<string, string>, id: string | null): string {
  return id === null ? '' : nameIn(names, id);
}
