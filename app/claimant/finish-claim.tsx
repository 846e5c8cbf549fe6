import { useState } from 'react';
import { Field } from '#app/forms/fields.tsx';
import { SummaryList } from '#app/ui/summary-list.tsx';
import { useFocusOn } from '#app/ui/use-focus-on.ts';
import { type Completeness, completenessOf, type OpenSection, openSectionsOf, suggestedAnswer } from '#forms/continuation.ts';
import { fieldWarning } from '#forms/field-warning.ts';
import { type Answers, type Field as FieldDefinition, fieldsOf } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { shownAsSent } from '#forms/shown-as-sent.ts';
import { ClaimForm, type ClaimFormResult, useClaimFormResult } from './claim-form.tsx';
import { UnsentText } from './no-claim.tsx';

type Claim = { formName: string; data: Answers; now: number };

/**
 * The rest of a claim that was begun at the roadside. Each section is a form of its own, and until the last answer everything can be
 * changed.
 */
export function FinishClaim({ formName, data, now }: Claim) {
  const { given, of } = completenessOf(formName, data) ?? { given: 0, of: 0 };
  const sections = openSectionsOf(formName, data);
  const email = sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'email');
  const asksEmail = email?.required === true && !data.email;
  const next = asksEmail ? null : sections.findIndex((section) => section.given < section.of);
  return (
    <section className="card stack" id="finish" aria-labelledby="finish-title">
      <h2 id="finish-title">Finish your claim</h2>
      {email && <EmailQuestion field={email} part={String(sections.length + 1)} isAsked={asksEmail} />}
      <p>
        {asksEmail ? 'The rest can wait. ' : 'Begin with the section that is open. '}
        Save one section at a time, now or later. What you do not know yet can stay blank.
      </p>
      {sections.map((section, index) => (
        <Section key={section.title} section={section} index={index} data={data} now={now} isNext={index === next} />
      ))}
      <p>
        {given} of {of} answers are here.
      </p>
      <progress className="finish-progress" max={of} value={given} aria-labelledby="finish-title" />
    </section>
  );
}

/**
 * The email by itself, before anything else: the page greets somebody who has just had an accident. It is a field of a section too, and
 * is saved under a part of its own here.
 */
function EmailQuestion({ field, part, isAsked }: { field: FieldDefinition; part: string; isAsked: boolean }) {
  const result = useClaimFormResult('section', part);
  const refused = result?.kind === 'refused' ? result : null;
  if (!isAsked && !refused) return result && <EmailSaved part={part} />;
  return (
    <div id={`section-${part}`}>
      <ClaimForm act="section" part={part} submit="Save my email">
        <Field
          field={{ ...field, label: 'One question next: what is your email?', half: false }}
          isAsked
          formSlug="next"
          initialValue={refused?.typed.email}
          error={refused?.errors.email}
          warning={undefined}
        />
        <input type="hidden" name="was.email" value={refused?.current.email ?? ''} />
      </ClaimForm>
    </div>
  );
}

/** In the place of the question once it is answered. */
function EmailSaved({ part }: { part: string }) {
  const note = useFocusOn<HTMLParagraphElement>(part);
  return (
    <p ref={note} id={`section-${part}`} role="status" tabIndex={-1} className="callout callout-good">
      Saved. Thank you.
    </p>
  );
}

function Section({ section, index, data, now, isNext }: SectionProps) {
  const { title, said, fields } = section;
  const part = String(index + 1);
  const result = useClaimFormResult('section', part);
  // A section that was opened stays open, because it may have text that is not saved.
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isNext || result !== null;
  if (isOpen !== isOpened) setOpened(isOpen);
  const refused = result?.kind === 'refused' ? result : null;
  const shown = (field: FieldDefinition) =>
    refused ? refused.typed[field.name] : data[field.name] || suggestedAnswer(field, data);
  return (
    <details id={`section-${part}`} className="finish-section" open={isOpen}>
      <summary>
        {title} <span className="badge">{countText(section)}</span>
      </summary>
      {said.length > 0 && (
        <>
          <SummaryList lines={said.map(({ name, label }) => ({ label, value: data[name] ?? '' }))} />
          <p className="muted">This stays as you said it at the roadside. To add to it or put it right, send us a message.</p>
        </>
      )}
      <ClaimForm act="section" part={part} submit="Save this section">
        <div className="form-fields">
          {fields.map((field) => (
            <Field
              key={field.name}
              {...shownWith(field, data[field.name], shown(field) ?? '', now)}
              isAsked
              formSlug="finish"
              initialValue={shown(field)}
              error={refused?.errors[field.name]}
            />
          ))}
        </div>
        {fields.map(({ name }) => (
          // The server compares this with the stored answer, to notice a change in another tab.
          <input key={name} type="hidden" name={`was.${name}`} value={refused?.current[name] ?? data[name] ?? ''} />
        ))}
      </ClaimForm>
    </details>
  );
}

/** A field that shows a stored answer exactly, with the warning about it. A field for text has that as its hint. */
function shownWith(field: FieldDefinition, stored: string | undefined, value: string, now: number) {
  const warning = fieldWarning(field, value, now) ?? undefined;
  const control = stored ? shownAsSent(field, [stored, value]) : field;
  if (control.type === field.type) return { field: control, warning };
  return { field: { ...control, hint: warning ?? control.hint }, warning: undefined };
}

type SectionProps = { section: OpenSection; index: number; data: Answers; now: number; isNext: boolean };

function countText({ given, of }: Completeness): string {
  if (of === 0) return 'optional';
  return given === of ? 'done' : `${given} of ${of}`;
}

/** The message after a section that completed the claim, or whose answers came too late, from another tab. */
export function FinishedNote({ formName, data }: Omit<Claim, 'now'>) {
  const result = useClaimFormResult('section');
  const note = useFocusOn<HTMLParagraphElement>(result?.kind === 'done' && result);
  if (result?.kind === 'refused')
    return <UnsentText message={result.message} text={unsavedText(result, fieldsOf(formOf(formName, data)))} />;
  return (
    result?.kind === 'done' && (
      <p ref={note} role="status" tabIndex={-1} className="callout callout-good">
        We have every answer we asked for. Thank you.
      </p>
    )
  );
}

function unsavedText(
  { errors, typed }: Extract<ClaimFormResult, { kind: 'refused' }>,
  fields: readonly FieldDefinition[],
): string {
  const unsaved = fields.filter(({ name }) => errors[name] && typed[name]);
  return unsaved.map(({ name, label }) => `${label}: ${typed[name]}`).join('\n');
}
