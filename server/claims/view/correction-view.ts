import { lineOf } from '#forms/answers.ts';
import { fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { claimantActor } from '#server/core/audit/audit-event.ts';
import { nameIn } from '#server/core/audit/audit-trail.ts';
import { answersOf } from '#server/core/database/schema.ts';
import type { CorrectionRow, SubmissionRow } from './submission-reader.ts';

/** An answer that was corrected, in words. `old`: empty where it had not been answered. */
export type CorrectionView = { id: string; field: string; label: string; old: string; new: string; at: number; by: string } & {
  /** It was corrected in a claim that was merged into this one since. */
  isMerged: boolean;
};

export function correctionView(
  { id, submission_id, field, old, new: corrected, at, by }: CorrectionRow,
  row: Pick<SubmissionRow, 'id' | 'form_name' | 'form_data'>,
  names: Map<string, string>,
): CorrectionView {
  const known = fieldsOf(formOf(row.form_name, answersOf(row.form_data))).find(({ name }) => name === field);
  const text = (value: string) => (known && value ? lineOf(known, answersOf({ [field]: value })).value : value);
  const author = by === claimantActor.id ? 'the claimant' : nameIn(names, by);
  return {
    id,
    field,
    label: known?.label ?? field,
    old: text(old),
    new: text(corrected),
    at,
    by: author,
    isMerged: submission_id !== row.id,
  };
}
