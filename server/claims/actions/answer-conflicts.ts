import { claimantActor } from '#server/core/audit/audit-event.ts';
import type { Tx } from '#server/core/database/schema.ts';

/** An answer that was changed, or taken back, after the page was rendered on which somebody changes it too. Both values count for nobody. */
export type AnswerConflict = {
  field: string;
  label: string;
  /** The answer as it is now. */
  theirs: string;
  /** Who changed it, and when; null where the claimant added it, which is no correction. */
  by: string | null;
  at: number | null;
};

export type ChangedAnswer = Pick<AnswerConflict, 'field' | 'label' | 'theirs'>;

/** Adds to answers who changed them last. */
export async function withAuthors(tx: Tx, submissionId: string, changed: ChangedAnswer[]): Promise<AnswerConflict[]> {
  const corrections = await tx
    .selectFrom('corrections')
    .select(['field', 'at', 'by', 'undone_at', 'undone_by'])
    .where('submission_id', '=', submissionId)
    .execute();
  const changes = corrections
    .map(({ field, at, by, undone_at, undone_by }) => ({ field, at: undone_at ?? at, by: undone_by ?? by }))
    .toSorted((a, b) => a.at - b.at);
  const staff = await tx.selectFrom('staff').select(['id', 'name']).execute();
  const nameOf = (id: string) =>
    id === claimantActor.id ? claimantActor.name : (staff.find((one) => one.id === id)?.name ?? null);
  return changed.map((answer) => {
    const last = changes.findLast(({ field }) => field === answer.field);
    return { ...answer, by: last ? nameOf(last.by) : null, at: last?.at ?? null };
  });
}

/** What the message says about answers that somebody else changed. */
export function conflictText(conflicts: ChangedAnswer[]): string {
  const labels = conflicts.map(({ label }) => `“${label}”`).join(', ');
  return conflicts.length === 1
    ? `${labels} was changed meanwhile. Choose which answer counts.`
    : `${labels} were changed meanwhile. Choose which answers count.`;
}
