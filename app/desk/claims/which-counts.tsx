import { lineOf } from '#forms/answers.ts';
import type { Field } from '#forms/form.ts';
import { shortLondonMoment } from '#forms/london-day.ts';
import { renderedName } from '#forms/typed-text.ts';
import type { AnswerConflict } from '#server/claims/actions/answer-conflicts.ts';
import { madeFromName } from '../form-drafts.ts';

/** An answer of which there are two: that of somebody else, and the one that was typed here. `from`: what that was made from. */
export type TwoAnswers = AnswerConflict & { mine: string; from: string };

/** The names under which the form posts which of two answers counts, and the one of somebody else that was shown. */
const whichName = (field: string) => `which.${field}`;
const theirsName = (field: string) => `theirs.${field}`;

/** Asks which of two answers counts. The own one stays in its field, where it can still be changed. */
export function WhichCounts({ of: { field: name, label, theirs, mine, by, at }, field }: { of: TwoAnswers; field: Field }) {
  const shown = (value: string) => (value === '' ? 'no answer' : lineOf(field, { [name]: value }).value);
  return (
    <fieldset className="callout stack">
      <legend className="sr-only">Which answer to “{label}” counts?</legend>
      <p aria-hidden="true">
        <strong>
          {by ?? 'Somebody else'} changed “{label}”{at !== null && `, ${shortLondonMoment(at)}`}.
        </strong>{' '}
        Which answer counts?
      </p>
      <input type="hidden" name={theirsName(name)} value={theirs} />
      <label className="choice">
        <input type="radio" name={whichName(name)} value="theirs" required />
        <span>
          Theirs: <bdi>{shown(theirs)}</bdi>
        </span>
      </label>
      <label className="choice">
        <input type="radio" name={whichName(name)} value="mine" />
        <span>
          Mine, in the field below: <bdi>{shown(mine)}</bdi>
        </span>
      </label>
    </fieldset>
  );
}

/** The answer to a field that a change was made from, and the answer that it becomes, by what the form posts. */
export function changeOf(name: string, posted: FormData): [from: string, to: string] {
  const text = (key: string) => String(posted.get(key) ?? '');
  const theirs = text(theirsName(name));
  switch (text(whichName(name))) {
    case 'theirs':
      return [theirs, theirs];
    case 'mine':
      return [theirs, text(name)];
    default:
      return [text(posted.has(madeFromName(name)) ? madeFromName(name) : renderedName(name)), text(name)];
  }
}
