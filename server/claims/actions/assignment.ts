import { typedText } from '#forms/typed-text.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { addTeamEmails } from '#server/mail/out/email-store.ts';
import { assignmentEmail, assignmentPayload } from './assignment-email.ts';
import { type ActionContext, defineAction, refused, updateRow } from './define-action.ts';
import { insertNote, noteProblem, setNoteRemoved } from './note-actions.ts';

/**
 * Assigns a claim to a member of staff by their id. With `from` it is only assigned while it is still theirs, so that nobody takes it
 * over unseen. `text`: a note that is added with it. Undoing it takes that note away, and undoing that brings it back.
 */
type Assignment = { to: string | null; from?: string | null; text?: string; removesNote?: string; restoresNote?: string };

export const accountGone = 'That member of staff has no account any more.';

export const assigned = defineAction({
  read: (field): Assignment => {
    const from = field('from');
    const text = typedText(field('text') ?? '');
    // Only an undo has them, which is compared with what was kept: a form could name the note of anybody.
    const ofUndo = (name: string) => (field('undoes') === null ? null : field(name));
    const [removesNote, restoresNote] = [ofUndo('removesNote'), ofUndo('restoresNote')];
    return {
      to: field('to') || null,
      ...(from !== null && { from: from || null }),
      ...(text !== '' && { text }),
      ...(removesNote && { removesNote }),
      ...(restoresNote && { restoresNote }),
    };
  },
  undoneBy: 'assigned',
  pastTense: ({ to }) => `assigned it to ${to ?? 'nobody'}`,
  conflictsWith: ['assigned'],
  keeps: null,
  isForTeam: true,
  // Accounts are locked before claims, here and where an account is closed: the other order would deadlock.
  lockFirst: async (tx, { to }) => {
    if (to !== null) await lockOpenAccount(tx, to);
  },
  run: async (context, { to, from, text = '', removesNote, restoresNote }) => {
    const { tx, row } = context;
    if ((from !== undefined && from !== row.assigned_to) || to === row.assigned_to) return refused();
    if (to !== null && !(await lockOpenAccount(tx, to))) return refused(accountGone);
    const problem = text === '' ? null : noteProblem(text);
    if (problem !== null) return refused(problem);
    const note = text === '' ? null : await insertNote(context, text);
    if (removesNote) await setNoteRemoved(context, removesNote, true);
    if (restoresNote) await setNoteRemoved(context, restoresNote, false);
    await updateRow(tx, row.id, { assigned_to: to });
    const addedNote = note ?? restoresNote;
    return {
      kind: 'done',
      undo: {
        to: row.assigned_to,
        from: to,
        ...(addedNote && { removesNote: addedNote }),
        ...(removesNote && { restoresNote: removesNote }),
      },
      details: { from: row.assigned_to, to, ...(note !== null && { note }) },
      hasEmail: await emailAssignee(context, to, addedNote ?? null),
    };
  },
});

/** Tells the assignee by e-mail, unless they took the claim themselves; returns whether there is one to send. */
async function emailAssignee({ tx, staff, row, now }: ActionContext, to: string | null, noteId: string | null): Promise<boolean> {
  if (to === null || to === staff.id) return false;
  const { email } = await tx.selectFrom('staff').select('email').where('id', '=', to).executeTakeFirstOrThrow();
  const payload = assignmentPayload({ to, by: staff.id, noteId });
  await addTeamEmails(tx, assignmentEmail, [{ subjectId: row.id, recipient: email, createdAt: now, payload }]);
  return true;
}

/** Whether an account exists and is open. It is locked, so that it cannot be closed before this transaction ends. */
export async function lockOpenAccount(tx: Tx, id: string): Promise<boolean> {
  const query = tx.selectFrom('staff').select('id').where('id', '=', id).where('leftAt', 'is', null);
  return (await lockRows(tx, query, 'for share').executeTakeFirst()) !== undefined;
}
