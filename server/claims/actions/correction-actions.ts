import { type Answers, type Field, fieldsOf, isAsked } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { problemWith } from '#forms/read.ts';
import { storedFrom } from '#forms/shown-as-sent.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { shownAddress } from '#server/core/email-address.ts';
import { storeCorrections, undoCorrections } from '../store-corrections.ts';
import { type ChangedAnswer, conflictText, withAuthors } from './answer-conflicts.ts';
import { defineAction, inQuarantine, refused, updateRow } from './define-action.ts';
import { endedLink, linkAfterUndo } from './link-of-address.ts';

/**
 * `answers`: as JSON, by the name of its field, each answer that was on the page: as it was rendered, and as it is now. `endsLink`: the
 * email address was another person's, so that the private link that went there ends.
 */
type Corrected = { answers: string; endsLink?: string | null };

/** Staff put answers right, or fill in those that are still to ask, while they talk. */
export const correctionActions = {
  'answers corrected': defineAction({
    read: (field): Corrected => ({ answers: field('answers') ?? '', endsLink: field('endsLink') }),
    undoneBy: 'correction undone',
    pastTense: 'corrected answers',
    conflictsWith: ['answers corrected', 'correction undone'],
    keeps: null,
    run: async ({ tx, staff, row, now }, { answers, endsLink }) => {
      if (row.quarantined_at !== null) return refused(inQuarantine);
      const { changes, conflicts, problem } = readChanges(row.form_name, answersOf(row.form_data), answers);
      if (conflicts.length > 0)
        return { ...refused(conflictText(conflicts)), conflicts: await withAuthors(tx, row.id, conflicts) };
      if (problem !== null) return refused(problem);
      if (Object.keys(changes).length === 0) return refused('Nothing was changed.');
      const isAnothers = endsLink === 'yes';
      if (isAnothers && changes.email === undefined)
        return refused('Correct the email address too, or say that it was nobody else’s.');
      if (isAnothers) await updateRow(tx, row.id, endedLink(row, now));
      const { ids } = await storeCorrections(tx, row, { changes, by: staff.id, at: now });
      return {
        kind: 'done',
        undo: { ids: ids.join(' ') },
        details: { fields: Object.keys(changes).join(', '), ...(isAnothers && { link: 'ended' }) },
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
      const { data, taken } = await undoCorrections(tx, row, ids.split(' '), { by: staff.id, at: now });
      if (taken.length === 0) return refused();
      await updateRow(tx, row.id, await linkAfterUndo(tx, row, { data, taken, now }));
      return { kind: 'done' };
    },
  }),
};

/** The fields that staff may correct: those that are asked. What the sender agreed to is theirs alone. */
export function correctableFields(formName: string, data: Answers): Field[] {
  const form = formOf(formName, data);
  return fieldsOf(form).filter((field) => !field.hidden && field.name !== form.consent?.name && isAsked(field, data));
}

type Read = { changes: Answers; conflicts: ChangedAnswer[]; problem: string | null };

/**
 * The answers that differ from those that the page was rendered with. One that was changed meanwhile is not overwritten, unless to the
 * same value.
 */
function readChanges(formName: string, data: Answers, answers: string): Read {
  const changes: Answers = {};
  const conflicts: ChangedAnswer[] = [];
  let problem: string | null = null;
  const posted = readJson(answers);
  for (const field of correctableFields(formName, data)) {
    const { name, label } = field;
    const pair = Object.hasOwn(posted, name) ? posted[name] : null;
    const [rendered, typed] = Array.isArray(pair) ? pair : [];
    if (typeof rendered !== 'string' || typeof typed !== 'string') continue;
    const theirs = data[name] ?? '';
    const lines = storedFrom(field, [rendered, theirs]);
    const asStored = (text: string) => shownAddress(lines(text));
    const value = asStored(typed);
    if (value === asStored(rendered) || value === asStored(theirs)) continue;
    if (asStored(rendered) !== asStored(theirs)) conflicts.push({ field: name, label, theirs });
    const wrong = problemWith(field, value);
    if (wrong) problem ??= `${label}: ${wrong}`;
    changes[name] = value;
  }
  return { changes, conflicts, problem };
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
