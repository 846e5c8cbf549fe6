import { randomUUID } from 'node:crypto';
import { typedText } from '#forms/typed-text.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { type ActionContext, type ActionResult, defineAction, refused } from './define-action.ts';

const longestNote = 10_000;

/** The actions on internal notes of a claim. Only their author can remove them. */
export const noteActions = {
  'note added': defineAction({
    read: (field) => ({ text: field('text') ?? '' }),
    undoneBy: 'note removed',
    isUndoneByAuthor: true,
    keeps: null,
    isForTeam: true,
    run: async (context, { text }) => {
      const stored = typedText(text);
      const problem = noteProblem(stored);
      if (problem !== null) return refused(problem);
      const noteId = await insertNote(context, stored);
      return { kind: 'done', undo: { noteId }, details: { note: noteId } };
    },
  }),

  'note removed': defineAction({
    read: readNoteId,
    undoneBy: 'note restored',
    isUndoneByAuthor: true,
    keeps: null,
    isForTeam: true,
    run: (context, { noteId }) => setRemoved(context, noteId, true),
  }),

  'note restored': defineAction({
    read: readNoteId,
    undoneBy: 'note removed',
    isUndoneByAuthor: true,
    keeps: null,
    isForTeam: true,
    run: (context, { noteId }) => setRemoved(context, noteId, false),
  }),
};

/** Why a text is no note; null where it is one. */
export function noteProblem(text: string): string | null {
  if (text === '') return 'A note needs some words.';
  return text.length > longestNote ? `A note has ${longestNote.toLocaleString('en-GB')} characters at most.` : null;
}

/** Stores a note; returns its id. */
export async function insertNote({ tx, staff, row, now }: ActionContext, text: string): Promise<string> {
  const id = randomUUID();
  const note = { id, submission_id: row.id, author_id: staff.id, created_at: now, text, removed_at: null };
  await tx.insertInto('notes').values(note).execute();
  return id;
}

function readNoteId(field: (name: string) => string | null): { noteId: string } {
  return { noteId: field('noteId') ?? '' };
}

async function setRemoved(context: ActionContext, noteId: string, isRemoved: boolean): Promise<ActionResult> {
  const { tx, staff, row } = context;
  const note = await findNote(tx, row.id, noteId);
  if (!note) return refused('That note is not there.');
  if (note.author_id !== staff.id) return refused('Only the person who wrote a note can take it away or bring it back.');
  if ((note.removed_at !== null) === isRemoved)
    return refused(isRemoved ? 'That note was taken away before.' : 'That note is there.');
  await setNoteRemoved(context, noteId, isRemoved);
  return { kind: 'done', undo: { noteId }, details: { note: noteId } };
}

export async function setNoteRemoved({ tx, row, now }: ActionContext, noteId: string, isRemoved: boolean): Promise<void> {
  await tx
    .updateTable('notes')
    .set({ removed_at: isRemoved ? now : null })
    .where('id', '=', noteId)
    .where('submission_id', '=', row.id)
    .execute();
}

function findNote(tx: Tx, submissionId: string, id: string) {
  return tx.selectFrom('notes').selectAll().where('id', '=', id).where('submission_id', '=', submissionId).executeTakeFirst();
}
