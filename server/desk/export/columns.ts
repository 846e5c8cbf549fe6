import { fieldsOf } from '#forms/form.ts';
import { findForm, formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { answersOf } from '#server/database/schema.ts';
import type { InboxFilter } from '../inbox.ts';
import { nameIn, statusOf } from '../submission/row.ts';
import type { SubmissionRow } from '../submission/store.ts';

export type Column = { title: string; textOf: (row: SubmissionRow, names: Map<string, string>) => string };

/** What every list has, and where one form was asked for, each of its answers as it was typed. */
export function columnsFor(filter: InboxFilter): Column[] {
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
