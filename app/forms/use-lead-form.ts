import { type FormEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { FormDefinition } from '#forms/form.ts';
import { initialState } from './form-state.ts';
import { formStore } from './form-store.ts';
import { areAsked, completeSections, readValues } from './form-values.ts';
import { loadSending } from './late-sending.ts';
import { errorsOf, invalidEmail, type Outcome } from './outcome.ts';

/** The state of a form on the screen, and the props of its form element. */
export function useLeadForm(form: FormDefinition, posted: Outcome | undefined, errorPrefix: string) {
  const store = formStore(form);
  const [rendered] = useState(() => initialState(form, posted ?? null));
  const state = useSyncExternalStore(store.subscribe, store.read, () => rendered);
  const [initialValues] = useState(state.values);
  const element = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (element.current) return store.attach(element.current, initialValues, rendered.outcome);
  }, [store, initialValues, rendered]);

  // Before hydration nothing would hide or show a question again.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const errors = errorsOf(state.outcome);
  useErrorTitle(!state.isSending && Object.keys(errors).length > 0, errorPrefix);

  function submit(event: FormEvent<HTMLFormElement>) {
    // The button stays enabled for the browser, so that it keeps the focus.
    if (state.isSending) return event.preventDefault();
    store.change();
    const { currentTarget } = event;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const outcome = invalidEmail(form, readValues(form, new FormData(currentTarget)));
    event.preventDefault();
    if (!outcome) {
      const posted = gather(currentTarget, submitter);
      const postNatively = () => {
        // The draft stays on the device, as with a post before hydration.
        currentTarget.submit();
        return null;
      };
      return void store.send(() => loadSending().then(({ submitForm }) => submitForm(form, posted), postNatively));
    }
    flushSync(() => store.holdBack(outcome));
    currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  return {
    ...state,
    errors,
    /** The page is the response to a post, and nothing was sent since. */
    isPosted: state.outcome !== null && state.outcome === rendered.outcome,
    /** The values that the fields are rendered with. */
    initialValues,
    complete: completeSections(form, state.values),
    asks: areAsked(isHydrated ? state.values : null),
    // The button's click, because a form cannot be reset again while its reset event is handled.
    clear: (event: MouseEvent) => {
      event.preventDefault();
      if (state.isSending) return;
      const { draftId } = state;
      void loadSending()
        .then(({ clearPhotographs }) => clearPhotographs(form, { draftId }))
        .catch(() => {});
      store.clear();
    },
    undo: () => {
      store.undo();
      void loadSending()
        .then(({ restorePhotographs }) => restorePhotographs(form))
        .catch(() => {});
    },
    formProps: {
      ref: element,
      onInput: store.change,
      onBlur: store.warn,
      onSubmit: submit,
      // A native reset would restore the values with which the page was rendered.
      onReset: (event: FormEvent) => event.preventDefault(),
    },
  };
}

const never = () => () => {};

/** What a form posts. The answer to a question is in the button that was pressed. */
function gather(element: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const gathered = new FormData(element);
  if (submitter instanceof HTMLButtonElement && submitter.name) gathered.set(submitter.name, submitter.value);
  return gathered;
}

export function formId({ slug }: Pick<FormDefinition, 'slug'>): string {
  return `${slug}-form`;
}

export function sectionId(form: FormDefinition, index: number): string {
  return `${form.slug}-section-${index + 1}`;
}

/** Puts the word for an error before the page's title, which screen readers read first. */
function useErrorTitle(isWrong: boolean, errorPrefix: string): void {
  useEffect(() => {
    if (!isWrong) return;
    document.title = errorPrefix + document.title.replace(errorPrefix, '');
    return () => {
      document.title = document.title.replace(errorPrefix, '');
    };
  }, [isWrong, errorPrefix]);
}
