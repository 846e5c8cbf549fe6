import { Field } from '#app/forms/fields.tsx';
import { SummaryList } from '#app/ui/summary-list.tsx';
import { blankFieldsOf, blocksOf } from '#forms/answers.ts';
import { isIncomplete } from '#forms/continuation.ts';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { ClaimForm, useClaimFormResult } from './claim-form.tsx';

type Props = { formName: string; data: Answers; isOpen: boolean };

/** The answers of the claim and, while it is open, the questions that were left blank. Given answers cannot be changed here. */
export function ClaimAnswers({ formName, data, isOpen }: Props) {
  const form = formOf(formName, data);
  // Answers that an unfinished claim lacks are asked for section by section.
  const blanks = isOpen && !isIncomplete(formName, data) ? blankFieldsOf(form, data) : [];
  const result = useClaimFormResult('answers');
  const refused = result?.kind === 'refused' ? result : null;
  return (
    <section className="card stack" id="answers" aria-labelledby="answers-title">
      <h2 id="answers-title">What you told us</h2>
      {blanks.length > 0 ? (
        <ClaimForm act="answers" submit="Save answers">
          <p>We have no answer to these. If you know them now, they help us.</p>
          {blanks.map((field) => (
            <Field
              key={field.name}
              field={field}
              isAsked
              formSlug="missing"
              initialValue={refused?.typed[field.name]}
              error={refused?.errors[field.name]}
              warning={undefined}
            />
          ))}
        </ClaimForm>
      ) : (
        <p role="status">{result?.kind === 'done' ? 'Saved. Thank you. Every question is answered.' : ''}</p>
      )}
      <details>
        <summary>Show the answers you sent</summary>
        {blocksOf(form, data).map(({ title, lines }) => (
          <section key={title} className="stack">
            <h3>{title}</h3>
            <SummaryList lines={lines} />
          </section>
        ))}
        <p>Is something wrong? Send us a message and we correct it.</p>
      </details>
    </section>
  );
}
