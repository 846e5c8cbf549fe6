import type { SubmissionRow } from '../view/submission-reader.ts';
import type { Kept } from './define-action.ts';

/** When an action was done, and by which member of staff. */
export type Mark = { at: number; by: string | null };

type KeptAction = Pick<Kept, 'columns'> & { name: string };

/** What a claim keeps of an action; null where it was not done, or was undone. */
export function markOf(row: SubmissionRow, { name, columns }: KeptAction): Mark | null {
  if (columns === null) return marksIn(row)[name] ?? null;
  const at = row[columns.at];
  return at === null ? null : { at, by: row[columns.by] };
}

/** The change of a row by which a claim keeps a mark, or none. */
export function keptChange(row: SubmissionRow, { name, columns }: KeptAction, mark: Mark | null): Partial<SubmissionRow> {
  if (columns !== null) return { [columns.at]: mark?.at ?? null, [columns.by]: mark?.by ?? null };
  const { [name]: _, ...others } = marksIn(row);
  return { recorded: JSON.stringify(mark === null ? others : { ...others, [name]: mark }) };
}

/** The mark of a claim that is not erased by its age (server/law/expired-records.ts), until staff take it back. */
export const keptLonger = 'kept longer' as const;

function marksIn({ recorded }: SubmissionRow): Record<string, Mark> {
  return JSON.parse(recorded ?? '{}');
}
