import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { nameIn } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import type { InboxRow } from '../inbox/inbox.ts';
import { inboxRow } from './inbox-row.ts';
import type { LetterView, NoteView, SubmissionView } from './submission-view.ts';
import type { LetterRow, NoteRow, SubmissionRow, SubmissionStore, TryRow } from './view-store.ts';

export type Found = {
  row: SubmissionRow;
  history: SubmissionView['history'];
  others: InboxRow[];
};

/** Everything the desk knows of one submission, as this member of staff sees it. */
export async function viewOf(
  store: SubmissionStore,
  staff: StaffMember,
  { row, history, others }: Found,
): Promise<SubmissionView> {
  const notes = (await store.notes(row.id)).filter((note) => note.removed_at === null);
  const letters = await store.letters(row.id);
  const states = await store.mailStates([row.id]);
  const authors = notes.map((note) => note.author_id);
  const names = await store.names([row.assigned_to, row.contacted_by, row.closed_by, ...authors]);
  const data = answersOf(row.form_data);
  return {
    ...inboxRow(row, { mail: states.get(row.id) ?? 'none', names }),
    data,
    sender: senderOf(formOf(row.form_name, data), data),
    cameBy: row.came_by,
    contacted: row.contacted_at === null ? null : { at: row.contacted_at, by: nameIn(names, row.contacted_by) },
    closed: row.closed_at === null ? null : { at: row.closed_at, by: nameIn(names, row.closed_by) },
    quarantine: row.quarantined_at === null ? null : { at: row.quarantined_at, reason: row.quarantine_reason ?? '' },
    notes: notes.map((note) => noteView(note, staff, names)),
    letters: letters.map(({ letter, tries }) => letterView(letter, tries)),
    history,
    others: others.map(({ id, reference, form, createdAt, status }) => ({ id, reference, form, createdAt, status })),
  };
}

function noteView(note: NoteRow, staff: StaffMember, names: Map<string, string>): NoteView {
  const { id, created_at: createdAt, text, author_id: authorId } = note;
  return { id, createdAt, text, author: nameIn(names, authorId), mine: authorId === staff.id };
}

export function letterView(letter: LetterRow, tries: TryRow[]): LetterView {
  const { id, recipient, created_at: createdAt, finished_at: sentAt, failed_at: failedAt } = letter;
  const state = sentAt !== null ? 'sent' : failedAt === null ? 'waiting' : 'givenUp';
  return {
    ...{ id, recipient, createdAt, state },
    kind: letter.template ?? '',
    at: sentAt ?? failedAt,
    nextTryAt: state === 'waiting' ? letter.run_at : null,
    tries: tries.map(({ at, outcome, answer }) => ({ at, outcome, answer })),
  };
}
