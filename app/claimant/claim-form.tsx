import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import { SubmitButton } from '#app/ui/submit-button.tsx';
import type { FieldErrors } from '#forms/read.ts';
import { endTyped, keepTyped, restoreTyped } from './claim-draft.ts';

/** The actions that the forms of the page post; server/people/claimant/claimant-actions.ts runs them. Each is also the id of its form. */
const doneTexts = {
  message: 'We have your message.',
  call: 'Saved. We will try to call you then.',
  phone: 'Saved. We call you on this number from now on.',
  answers: 'Saved. Thank you.',
  section: 'Saved. Thank you.',
  withdraw: 'You have withdrawn your claim.',
  continue: 'We are working on your claim again.',
  erasure: 'We have your request.',
  keep: 'You have withdrawn your request. We keep your data.',
};

type Act = keyof typeof doneTexts;

export function readAct(name: string | null): Act | null {
  return name !== null && Object.hasOwn(doneTexts, name) ? (name as Act) : null;
}

/** The number of a form among several with the same action; otherwise ''. */
export function readPart(part: unknown): string {
  return typeof part === 'string' && /^[1-9]\d?$/.test(part) ? part : '';
}

/**
 * The result of a form. `typed`: what was posted, by field. `waits`: it is kept on the device until there is signal. `current`: the
 * stored values of answers that were changed in the meantime.
 */
export type ClaimFormResult =
  | { kind: 'done'; act: Act | null; waits?: boolean; typed: Record<string, string> }
  | {
      kind: 'refused';
      act: Act | null;
      message: string;
      errors: FieldErrors;
      current: Record<string, string>;
      typed: Record<string, string>;
    };

/** The result of the form that was sent last, and what every form carries. */
export const ResultContext = createContext<{ result: ClaimFormResult | null; reference: string; formKey: string }>({
  result: null,
  reference: '',
  formKey: '',
});

/** The result of one form of the page. `part`: which of several forms with the same action. */
export function useClaimFormResult(act: Act, part?: string): ClaimFormResult | null {
  const { result } = useContext(ResultContext);
  return result?.act === act && (part === undefined || result.typed.part === part) ? result : null;
}

/** A form of the page. Without JavaScript it is a plain post; with JavaScript everything else on the page stays as it is. */
export function ClaimForm({ act, part, submit, tone = 'primary', children }: ClaimFormProps) {
  const { reference, formKey } = useContext(ResultContext);
  const form = useRef<HTMLFormElement>(null);
  const result = useClaimFormResult(act, part);
  const { formData } = useNavigation();
  const isSending = formData?.get('act') === act && formData.get('part') === (part ?? null);

  const draft = `claim:${reference}:${act}:${part ?? ''}`;

  useLayoutEffect(() => {
    if (form.current) restoreTyped(draft, form.current);
  }, [draft]);

  useEffect(() => {
    if (!form.current || !result) return;
    // The answers with which it was refused are stored now, and it may replace them.
    if (result.kind === 'refused') return keepTyped(draft, form.current);
    const fields = [...form.current.querySelectorAll<HTMLInputElement>('.input')];
    // Text that was typed while the form was being sent stays.
    if (!fields.every(({ name, value }) => value === (result.typed[name] ?? ''))) return;
    endTyped(draft);
    // A section shows what is stored, and stays as it is.
    if (result.act !== 'section') form.current.reset();
  }, [draft, result]);

  return (
    <Form
      method="post"
      action={`/your-claim#${part === undefined ? act : `${act}-${part}`}`}
      ref={form}
      className="stack claim-form"
      onInput={({ currentTarget }) => keepTyped(draft, currentTarget)}
      preventScrollReset
      replace
      noValidate={part !== undefined}
    >
      {part !== undefined && <input type="hidden" name="part" value={part} />}
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="reference" value={reference} />
      <input type="hidden" name="key" value={formKey} />
      {children}
      <ResultMessage act={act} part={part} />
      <div>
        <SubmitButton className={`button button-${tone}`} busyText={isSending ? 'Sending...' : undefined}>
          {submit}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** A form that is one of several parts may be sent with answers left blank. */
type ClaimFormProps = { act: Act; part?: string; submit: string; tone?: 'primary' | 'quiet'; children?: ReactNode };

/**
 * The result of a form, beside its button. A refusal takes the focus, so that it is noticed first. `id`: for a form that is gone once
 * it was sent.
 */
export function ResultMessage({ act, part, id }: { act: Act; part?: string | undefined; id?: string }) {
  const result = useClaimFormResult(act, part);
  return (
    <>
      <p id={id} role="status" className="callout callout-good">
        {result?.kind === 'done' && !result.waits && doneTexts[act]}
      </p>
      <Problem message={result?.kind === 'refused' ? result.message : null} result={result} />
    </>
  );
}
