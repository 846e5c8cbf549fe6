import { randomUUID } from 'node:crypto';
import { typedText } from '#forms/typed-text.ts';
import type { Tx } from '#server/database/schema.ts';
import { type ActionContext, type ActionResult, defineAction, refused } from './define-action.ts';

const longestNote = 10_000;

/** The actions on internal notes of a claim. Only their author can remove them. */
export const noteActions = {
  'note added': defineAction({
    read: (field) => ({ text: field('text') ?? '' }),
    undoneBy: 'note removed',
    keeps: null,
    isForTeam: true,
    run: async ({ tx, staff, row, now }, { text }) => {
      const stored = typedText(text);
      if (stored === '') return refused('A note needs some words.');
      if (stored.length > longestNote) return refused(`A note has ${longestNote.toLocaleString('en-GB')} characters at most.`);
      const noteId = randomUUID();
      const note = { id: noteId, submission_id: row.id, author_id: staff.id, created_at: now, text: stored, removed_at: null };
      await tx.insertInto('notes').values(note).execute();
      return { kind: 'done', undo: { noteId }, details: { note: noteId } };
    },
  }),

  'note removed': defineAction({
    read: readNoteId,
    undoneBy: 'note restored',
    keeps: null,
    isForTeam: true,
    run: (context, { noteId }) => setRemoved(context, noteId, true),
  }),

  'note restored': defineAction({
    read: readNoteId,
    undoneBy: 'note removed',
    keeps: null,
    isForTeam: true,
    run: (context, { noteId }) => setRemoved(context, noteId, false),
  }),
};

function readNoteId(field: (name: string) => string | null): { noteId: string } {
  return { noteId: field('noteId') ?? '' };
}

async function setRemoved({ tx, staff, row, now }: ActionContext, noteId: string, isRemoved: boolean): Promise<ActionResult> {
  const note = await findNote(tx, row.id, noteId);
  if (!note) return refused('That note is not there.');
  if (note.author_id !== staff.id) return refused('Only the person who wrote a note can take it away or bring it back.');
  if ((note.removed_at !== null) === isRemoved)
    return refused(isRemoved ? 'That note was taken away before.' : 'That note is there.');
  await tx
    .updateTable('notes')
    .set({ removed_at: isRemoved ? now : null })
    .where('id', '=', noteId)
    .execute();
  return { kind: 'done', undo: { noteId }, details: { note: noteId } };
}

function findNote(tx: Tx, submissionId: string, id: string) {
  return tx.selectFrom('notes').selectAll().where('id', '=', id).where('submission_id', '=', submissionId).executeTakeFirst();
}
