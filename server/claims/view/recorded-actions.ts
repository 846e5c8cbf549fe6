import { nameIn } from '#server/core/audit/audit-trail.ts';
import { type ActionName, keptActions, marksOf } from '../actions/actions.ts';
import type { Kept } from '../actions/define-action.ts';
import type { SubmissionRow } from './submission-reader.ts';

/**
 * The actions that a submission keeps, when and by whom. The desk, the list as CSV and the subject access export read this list, so
 * that what is kept is shown and handed out.
 */
export const recordedActions: (Pick<Kept, 'columns'> & { name: ActionName; title: string })[] = keptActions.flatMap(
  ({ title, ...kept }) => (title === null ? [] : [{ ...kept, title }]),
);

export type RecordedAction = { name: ActionName; title: string; at: number; by: string };

/** What has been done to a submission, in the order of the list. */
export function recordedActionsOf(row: SubmissionRow, names: Map<string, string>): RecordedAction[] {
  return marksOf(row).flatMap(({ name, title, at, by }) => (title === null ? [] : [{ name, title, at, by: nameIn(names, by) }]));
}

/** The ids of the members of staff whose actions a submission keeps. */
export function actorsOf(row: SubmissionRow): (string | null)[] {
  return marksOf(row).map(({ by }) => by);
}
