import type { Tx } from '#server/core/database/schema.ts';
import { sourceGained } from '../sources/source.ts';
import { needsReply } from '../view/next-step-view.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { consentMarks } from './consent-actions.ts';
import type { Mark } from './kept.ts';

/** Columns of a row that were changed: the values before and after. */
export type Gained = { before: Partial<SubmissionRow>; after: Partial<SubmissionRow> };

/** What a claim gains from one that is merged into it: contact and promises count for both, and what waits in either still waits. */
export function gainedFrom(row: SubmissionRow, other: SubmissionRow): Partial<SubmissionRow> {
  const isContactedFirst = (other.contacted_at ?? Number.POSITIVE_INFINITY) < (row.contacted_at ?? Number.POSITIVE_INFINITY);
  return {
    ...(isContactedFirst && { contacted_at: other.contacted_at, contacted_by: other.contacted_by }),
    ...nextStep(row, other),
    ...update(row, other),
    ...sourceGained(row, other),
    withdrawn_at: withdrawal(row, other),
    spoke_at: later(row.spoke_at, other.spoke_at),
    attempt_count: row.attempt_count + other.attempt_count,
    due_at: earlier(row.due_at, other.due_at),
    target_at: earlier(row.target_at, other.target_at),
    next_reminder_at: earlier(row.next_reminder_at, other.next_reminder_at),
    assigned_to: row.assigned_to ?? other.assigned_to,
    call_preference: row.call_preference ?? other.call_preference,
    recorded: marks(row, other),
  };
}

/** The parts of a change that change something, with what they were before. */
export function changesOf(row: SubmissionRow, change: Partial<SubmissionRow>): Gained {
  const names = (Object.keys(change) as (keyof SubmissionRow)[]).filter((name) => change[name] !== row[name]);
  return { before: pick(row, names), after: pick(change, names) };
}

/** The change of a row by which it loses what it gained, without what others have changed since. */
export async function withoutGained(tx: Tx, row: SubmissionRow, { before, after }: Gained): Promise<Partial<SubmissionRow>> {
  const names = (Object.keys(after) as (keyof SubmissionRow)[]).filter((name) => after[name] === row[name]);
  const spoke = await tx
    .selectFrom('contact_attempts')
    .select(['at', 'by'])
    .where('submission_id', '=', row.id)
    .where('outcome', '=', 'spoke')
    .where('undone_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  const attempt_count = row.attempt_count - ((after.attempt_count ?? 0) - (before.attempt_count ?? 0));
  return {
    ...pick(before, names),
    attempt_count,
    // Somebody spoke to the sender since, which the contact of the other claim had hidden.
    ...(names.includes('contacted_at') &&
      before.contacted_at === null &&
      spoke && { contacted_at: spoke.at, contacted_by: spoke.by }),
    ...(after.recorded !== undefined && { recorded: withoutMarks(row.recorded, before.recorded ?? null, after.recorded) }),
  };
}

/** The step of the claim, or of the other one where that is earlier; an arranged one before a first call, which either has had. */
function nextStep(row: SubmissionRow, other: SubmissionRow): Partial<SubmissionRow> {
  if (row.closed_at !== null || other.closed_at !== null) return {};
  const isFirst = [row, other].map(({ next_kind }) => next_kind === 'first call');
  const isOthers = isFirst[0] === isFirst[1] ? other.next_at < row.next_at : isFirst[0];
  if (!isOthers) return {};
  return { next_at: other.next_at, next_kind: other.next_kind, next_by: other.next_by };
}

/** What the claimant sent: until when it was answered, and seen. What one of the two waits for still waits. */
function update(row: SubmissionRow, other: SubmissionRow): Partial<SubmissionRow> {
  const at = later(row.claimant_update_at, other.claimant_update_at);
  const until = (column: 'update_answered_at' | 'claimant_update_seen_at') => {
    const waiting = [row, other].filter((one) => (one.claimant_update_at ?? 0) > (one[column] ?? 0));
    return waiting.length === 0 ? at : Math.min(...waiting.map((one) => one[column] ?? 0)) || null;
  };
  if (other.claimant_update_at === null) return {};
  return {
    // What came for a closed claim after that waits, also where the claim that it is merged into was closed later.
    claimant_update_at: needsReply(other) ? later(at, row.closed_at && row.closed_at + 1) : at,
    update_answered_at: until('update_answered_at'),
    claimant_update_seen_at: until('claimant_update_seen_at'),
  };
}

/** A withdrawal of either counts, because nobody may call who asked us not to; but not where the other one was sent after it. */
function withdrawal(row: SubmissionRow, other: SubmissionRow): number | null {
  if (row.withdrawn_at !== null && other.withdrawn_at !== null) return row.withdrawn_at;
  const [withdrawn, sent] = row.withdrawn_at === null ? [other, row] : [row, other];
  return withdrawn.withdrawn_at !== null && withdrawn.withdrawn_at < sent.created_at ? null : withdrawn.withdrawn_at;
}

/** What the claims keep of actions, such as that one is kept longer. Of consent the newer word counts. */
function marks(row: SubmissionRow, other: SubmissionRow): string | null {
  const own = marksIn(row.recorded);
  const both = { ...marksIn(other.recorded), ...own };
  const at = (name: string) => both[name]?.at ?? 0;
  for (const name of consentMarks.toSorted((one, two) => at(two) - at(one)).slice(1)) delete both[name];
  const namesIn = (some: object) => Object.keys(some).toSorted().join();
  return namesIn(both) === namesIn(own) ? row.recorded : JSON.stringify(both);
}

/** The marks without those that the claim gained by a merge, and with those that it lost, but for what was recorded since. */
function withoutMarks(recorded: string | null, before: string | null, after: string | null): string {
  const [now, own, both] = [marksIn(recorded), marksIn(before), marksIn(after)];
  const isGained = ([name, mark]: [string, Mark]) => !(name in own) && mark.at === both[name]?.at;
  const lost = Object.entries(own).filter(([name]) => !(name in both));
  return JSON.stringify({
    ...Object.fromEntries(lost),
    ...Object.fromEntries(Object.entries(now).filter((mark) => !isGained(mark))),
  });
}

function marksIn(recorded: string | null): Record<string, Mark> {
  return JSON.parse(recorded ?? '{}');
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function pick(row: Partial<SubmissionRow>, names: (keyof SubmissionRow)[]): Partial<SubmissionRow> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
