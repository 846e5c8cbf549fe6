import { type Answers, type Field, fieldsOf, isAsked } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { problemWith } from '#forms/read.ts';
import { typedAnswer } from '#forms/typed-text.ts';
import { answersOf } from '#server/database/schema.ts';
import { storeCorrections, undoCorrections } from '../store-corrections.ts';
import { defineAction, inQuarantine, refused } from './define-action.ts';

/** `answers`: as JSON, by the name of its field, each answer that was on the page: as it was rendered, and as it is now. */
type Corrected = { answers: string };

/** Staff put answers right, or fill in those that are still to ask, while they talk. */
export const correctionActions = {
  'answers corrected': defineAction({
    read: (field): Corrected => ({ answers: field('answers') ?? '' }),
    undoneBy: 'correction undone',
    pastTense: 'corrected answers',
    conflictsWith: ['answers corrected', 'correction undone'],
    keeps: null,
    run: async ({ tx, staff, row, now }, { answers }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      const { changes, problem } = readChanges(row.form_name, answersOf(row.form_data), answers);
      if (problem !== null) return refused(problem);
      if (Object.keys(changes).length === 0) return refused('Nothing was changed.');
      const { ids } = await storeCorrections(tx, row, { changes, by: staff.id, at: now });
      return {
        kind: 'done',
        undo: { ids: ids.join(' ') },
        keepsBefore: true,
        details: { fields: Object.keys(changes).join(', ') },
      };
    },
  }),

  'correction undone': defineAction({
    read: (field) => ({ ids: field('ids') ?? '' }),
    undoneBy: null,
    pastTense: 'took a correction back',
    conflictsWith: ['correction undone'],
    keeps: null,
    run: async ({ tx, staff, row, now }, { ids }) => {
      const count = await undoCorrections(tx, row, ids.split(' '), { by: staff.id, at: now });
      return count === 0 ? refused() : { kind: 'done' };
    },
  }),
};

/** The fields that staff may correct: those that are asked. What the sender agreed to is theirs alone. */
export function correctableFields(formName: string, data: Answers): Field[] {
  const form = formOf(formName, data);
  return fieldsOf(form).filter((field) => !field.hidden && field.name !== form.consent?.name && isAsked(field, data));
}

/** The answers that differ from those that the page was rendered with. One that was changed meanwhile is not overwritten. */
function readChanges(formName: string, data: Answers, answers: string): { changes: Answers; problem: string | null } {
  const changes: Answers = {};
  const posted = readJson(answers);
  for (const field of correctableFields(formName, data)) {
    const { name, label } = field;
    const pair = Object.hasOwn(posted, name) ? posted[name] : null;
    const [rendered, typed] = Array.isArray(pair) ? pair : [];
    if (typeof rendered !== 'string' || typeof typed !== 'string') continue;
    const value = typedAnswer(typed);
    if (value === typedAnswer(rendered)) continue;
    if (typedAnswer(rendered) !== typedAnswer(data[name] ?? ''))
      return { changes, problem: `“${label}” was changed meanwhile. Look at it again.` };
    const problem = problemWith(field, value);
    if (problem) return { changes, problem: `${label}: ${problem}` };
    changes[name] = value;
  }
  return { changes, problem: null };
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
