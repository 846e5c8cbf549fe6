import { defineAction, inQuarantine, refused } from './define-action.ts';

/** An e-mail that was sent goes out once more, under the Message-ID it had. */
export const sendAgain = defineAction<{ letterId: string }>({
  read: (field) => ({ letterId: field('letterId') ?? '' }),
  undoneBy: null,
  run: async ({ tx, store, row, now }, { letterId }) => {
    if (row.quarantined_at !== null) return refused(inQuarantine);
    const letter = await store.letter(tx, row.id, letterId);
    if (!letter) return refused('That letter is not there.');
    if (!(await store.sendAgain(tx, letterId, now))) return refused('It is being sent at this moment.');
    return { kind: 'done', undo: null, details: { letter: letterId, kind: letter.template }, isLetterDue: true };
  },
});
