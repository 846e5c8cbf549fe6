import type { Change } from '../outcome.ts';
import { statusSteps } from './status.ts';
import { type Context, refused, type Step } from './step.ts';

/** Longer than any note that somebody reads. */
export const longestNote = 10_000;

/** Takes the step that a change asks for. */
export function take(change: Change, context: Context): Promise<Step> {
  switch (change.act) {
    case 'assigned':
      return assign(change, context);
    case 'note added':
      return addNote(change.text, context);
    case 'note removed':
    case 'note restored':
      return setRemoved(change.noteId, change.act === 'note removed', context);
    case 'letter sent again':
      return sendAgain(change.letterId, context);
    default:
      return statusSteps[change.act](context);
  }
}

async function assign(change: Extract<Change, { act: 'assigned' }>, { tx, store, row, isAssignable }: Context): Promise<Step> {
  const { to, from } = change;
  if ((from !== undefined && from !== row.assigned_to) || to === row.assigned_to) return refused();
  if (to !== null && !isAssignable) return refused('That colleague has no account any more.');
  await store.set(tx, row.id, { assigned_to: to });
  return { kind: 'done', undo: { act: 'assigned', to: row.assigned_to, from: to }, details: { from: row.assigned_to, to } };
}

async function addNote(text: string, { tx, store, staff, row, now }: Context): Promise<Step> {
  // A form posts line ends of two characters, of which the page counted one.
  const kept = text.replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
  if (kept === '') return refused('A note needs some words.');
  if (kept.length > longestNote) return refused(`A note has ${longestNote.toLocaleString('en-GB')} characters at most.`);
  const noteId = await store.addNote(tx, { submission_id: row.id, author_id: staff.id, created_at: now, text: kept });
  return { kind: 'done', undo: { act: 'note removed', noteId }, details: { note: noteId } };
}

async function setRemoved(noteId: string, isRemoved: boolean, { tx, store, staff, row, now }: Context): Promise<Step> {
  const note = await store.note(tx, row.id, noteId);
  if (!note) return refused('That note is not there.');
  if (note.author_id !== staff.id) return refused('Only who wrote a note can take it away or bring it back.');
  if ((note.removed_at !== null) === isRemoved)
    return refused(isRemoved ? 'That note was taken away before.' : 'That note is there.');
  await store.setRemoved(tx, noteId, isRemoved ? now : null);
  return { kind: 'done', undo: { act: isRemoved ? 'note restored' : 'note removed', noteId }, details: { note: noteId } };
}

/** One that was sent goes out once more, under the Message-ID it had. */
async function sendAgain(letterId: string, { tx, store, row, now }: Context): Promise<Step> {
  if (row.quarantined_at !== null) return refused('It is in quarantine: release it first.');
  const letter = await store.letter(tx, row.id, letterId);
  if (!letter) return refused('That letter is not there.');
  if (!(await store.sendAgain(tx, letterId, now))) return refused('It is being sent at this moment.');
  return { kind: 'done', undo: null, details: { letter: letterId, kind: letter.kind }, isLetterDue: true };
}
