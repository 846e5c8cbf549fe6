import { isClaim } from '#forms/forms.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import { lockRows } from '#server/core/database/engine.ts';
import { makeId } from '#server/core/database/make-id.ts';
import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { indexAgain } from '../search/search-indexing.ts';
import { storeCorrections, undoCorrections } from '../store-corrections.ts';
import { isErasureRequested, type SubmissionRow } from '../view/submission-reader.ts';
import { lockOpenAccount } from './assignment.ts';
import { correctableFields } from './correction-actions.ts';
import { type ActionContext, defineAction, refused, updateRow } from './define-action.ts';
import { tooLate, undoMs } from './done-actions.ts';
import { linkAfterUndo } from './link-of-address.ts';
import { heldForBoth, releaseFromLeavers } from './merge-undone.ts';
import { changesOf, type Gained, gainedFrom, withoutGained } from './merged-columns.ts';

/** What undoing a merge restores: columns of the claims that were merged, and what the surviving one gained. */
type Before = { merged: Record<string, Partial<SubmissionRow>>; gained: Gained; corrections: string[] };

/**
 * Two submissions about one accident become one claim. Nothing is moved: messages, files and everything else stay with the submission
 * that they came with, and are read together with those of the claim that it was merged into. Only its columns change, so that no
 * list, count, reminder or report has it.
 */
export const mergeActions = {
  merged: defineAction({
    read: readOther,
    undoneBy: 'merge undone',
    pastTense: ({ reference }) => `merged ${reference} into it`,
    conflictsWith: ['merged', 'merge undone'],
    keeps: null,
    lockFirst: lockBoth,
    run: async (context, { other }) => {
      const { tx, staff, row, now } = context;
      const merged = await tx.selectFrom('form_submissions').selectAll().where('id', '=', other).executeTakeFirst();
      if (!merged || merged.id === row.id) return refused('Choose another claim that is still there.');
      const problem = whyNotMerged(row, merged);
      if (problem !== null) return refused(problem);
      const { ids: corrections } = await fillBlanks(context, merged);
      const gained = changesOf(row, gainedFrom(row, merged));
      await updateRow(tx, row.id, gained.after);
      const before: Before = { merged: await hide(context, merged), gained, corrections };
      await tx
        .insertInto('merges')
        .values({
          id: makeId(now),
          submission_id: row.id,
          merged_id: merged.id,
          at: now,
          by: staff.id,
          before: JSON.stringify(before),
          undone_at: null,
          undone_by: null,
        })
        .execute();
      await indexAgain(tx, [row.id, ...Object.keys(before.merged)]);
      return { kind: 'done', undo: { other }, keepsBefore: true, details: { reference: merged.reference } };
    },
  }),

  'merge undone': defineAction({
    read: readOther,
    undoneBy: null,
    pastTense: ({ reference }) => `took the merge of ${reference} back`,
    conflictsWith: ['merge undone'],
    keeps: null,
    lockFirst: lockBoth,
    run: async ({ tx, staff, row, now }, { other }) => {
      const merge = await tx
        .selectFrom('merges')
        .selectAll()
        .where('submission_id', '=', row.id)
        .where('merged_id', '=', other)
        .where('undone_at', 'is', null)
        .executeTakeFirst();
      const merged = await tx.selectFrom('form_submissions').selectAll().where('id', '=', other).executeTakeFirst();
      if (!merge || !merged) return refused();
      if (merge.at <= now - undoMs) return refused(tooLate);
      const before: Before = JSON.parse(merge.before);
      for (const [id, columns] of Object.entries(before.merged)) await updateRow(tx, id, columns);
      await updateRow(tx, other, heldForBoth(row, merged, { at: merge.at, now }));
      await updateRow(tx, row.id, await withoutGained(tx, row, before.gained));
      const undone = await undoCorrections(tx, row, before.corrections, { by: staff.id, at: now });
      await updateRow(tx, row.id, await linkAfterUndo(tx, row, { ...undone, now }));
      await releaseFromLeavers(tx, [row.id, other]);
      await tx.updateTable('merges').set({ undone_at: now, undone_by: staff.id }).where('id', '=', merge.id).execute();
      await indexAgain(tx, [row.id, ...Object.keys(before.merged)]);
      return { kind: 'done', details: { reference: merged.reference } };
    },
  }),
};

type Other = { other: string };

/** `other`: the claim that is merged into the one of the action, or was. */
function readOther(field: (name: string) => string | null): Other {
  return { other: field('other') ?? '' };
}

/**
 * Everybody who locks several claims locks the lowest id first, so that two who merge them either way wait and do not deadlock. What was
 * merged into one of them before changes with it. Accounts come before claims: the claim that stays may pass to the handler of the other
 * one, whose account must not be closed meanwhile.
 */
async function lockBoth(tx: Tx, { other }: Other, id: string): Promise<void> {
  const handlers = tx
    .selectFrom('form_submissions')
    .select('assigned_to')
    .where('id', 'in', [id, other])
    .where('assigned_to', 'is not', null)
    .orderBy('assigned_to');
  for (const { assigned_to } of await handlers.execute()) await lockOpenAccount(tx, assigned_to ?? '');
  const query = tx
    .selectFrom('form_submissions')
    .select('id')
    .where((where) => where.or([where('id', 'in', [id, other]), where('merged_into', 'in', [id, other])]))
    .orderBy('id');
  await lockRows(tx, query, 'for no key update').execute();
}

/** Why one claim cannot be merged into another; null where it can. */
function whyNotMerged(row: SubmissionRow, merged: SubmissionRow): string | null {
  if (merged.merged_into !== null) return `${merged.reference} was merged into another claim before.`;
  for (const one of [row, merged]) {
    if (one.quarantined_at !== null) return `${one.reference} is in quarantine: release it first.`;
    if (isErasureRequested(one)) return `The sender of ${one.reference} asked for erasure: answer that first.`;
  }
  if (row.closed_at !== null && merged.closed_at === null)
    return `${row.reference} is closed and ${merged.reference} is open: reopen it, or let the other one stay.`;
  if (isClaim(row.form_name) || row.form_name === merged.form_name) return null;
  return `${row.reference} is no claim, so nothing can be merged into it.`;
}

/** Answers that the surviving claim lacks and the other one has, as corrections, so that they can be taken back. */
function fillBlanks({ tx, staff, row, now }: ActionContext, merged: SubmissionRow): Promise<{ ids: string[] }> {
  const [data, others] = [answersOf(row.form_data), answersOf(merged.form_data)];
  const blank = correctableFields(row.form_name, data).filter(({ name }) => !data[name] && others[name]);
  const changes = Object.fromEntries(blank.map(({ name }) => [name, others[name] ?? '']));
  return storeCorrections(tx, row, { changes, by: staff.id, at: now });
}

/**
 * Takes a claim, and those that were merged into it before, out of everything but the claim that survives; returns the values of before.
 * It counts as closed and has no target, so that no list of what is open has it.
 */
async function hide({ tx, staff, row, now }: ActionContext, merged: SubmissionRow): Promise<Before['merged']> {
  // A link that was revoked stays so when another one is sent later.
  const generation = row.link_revoked_at === null ? row.link_generation : -1;
  const hidden = {
    merged_into: row.id,
    merged_link_generation: generation,
    closed_at: merged.closed_at ?? now,
    closed_by: merged.closed_by ?? staff.id,
    not_pursued_at: null,
    assigned_to: null,
    due_at: null,
    target_at: null,
    next_reminder_at: null,
    claimant_update_seen_at: merged.claimant_update_at,
    calling_by: null,
    calling_until: null,
  } satisfies Partial<SubmissionRow>;
  const before: Before['merged'] = { [merged.id]: changesOf(merged, hidden).before };
  await updateRow(tx, merged.id, hidden);
  const earlier = await tx.selectFrom('form_submissions').selectAll().where('merged_into', '=', merged.id).execute();
  for (const one of earlier) {
    const works = merged.link_revoked_at === null && one.merged_link_generation === merged.link_generation;
    const moved = { merged_into: row.id, merged_link_generation: works ? generation : -1 };
    before[one.id] = changesOf(one, moved).before;
    await updateRow(tx, one.id, moved);
  }
  return before;
}

/** The refusal of whatever is tried with a claim that was merged since its page was opened; null for all others. */
export async function mergedRefusal(tx: Tx, row: SubmissionRow): Promise<string | null> {
  if (row.merged_into === null) return null;
  const id = await mergedIntoOf(tx, row.id);
  const mergedInto = await tx.selectFrom('form_submissions').select('reference').where('id', '=', id).executeTakeFirst();
  return `It was merged into ${mergedInto?.reference ?? 'another claim'}. Open that one.`;
}
