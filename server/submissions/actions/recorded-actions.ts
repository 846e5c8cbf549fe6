import type { Selectable } from 'kysely';
import { nameIn } from '#server/audit/audit-trail.ts';
import type { Schema } from '#server/database/schema.ts';

type Row = Selectable<Schema['form_submissions']>;
type ColumnOf<Value> = { [Column in keyof Row]: Row[Column] extends Value ? Column : never }[keyof Row];

/**
 * The actions that a submission keeps in columns: when, and by whom. The desk, the list as CSV and the subject access export read
 * this list, so that what is kept is shown and handed out.
 */
export const recordedActions = [
  { name: 'contacted', title: 'Contacted', at: 'contacted_at', by: 'contacted_by' },
  { name: 'closed', title: 'Closed', at: 'closed_at', by: 'closed_by' },
] as const satisfies { name: string; title: string; at: ColumnOf<number | null>; by: ColumnOf<string | null> }[];

export type RecordedAction = { name: (typeof recordedActions)[number]['name']; title: string; at: number; by: string };

/** What has been done to it, in the order of the list. */
export function recordedActionsOf(row: Row, names: Map<string, string>): RecordedAction[] {
  return recordedActions.flatMap(({ name, title, at, by }) => {
    const time = row[at];
    return time === null ? [] : [{ name, title, at: time, by: nameIn(names, row[by]) }];
  });
}

/** The ids of those who did it. */
export function actorsOf(row: Row): (string | null)[] {
  return recordedActions.map(({ by }) => row[by]);
}
