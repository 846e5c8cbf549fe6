import { showNotice } from '#app/ui/notice/notices.ts';
import { type FieldWarnings, fieldWarnings } from '#forms/field-warning.ts';
import type { FormDefinition } from '#forms/form.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { areSame, emptyValues, isHalfFilled, readValues, type Values, withTyped, writeValues } from './form-values.ts';
import { type Accepted, noticeFor, type Outcome } from './outcome.ts';

export type FormState = {
  values: Values;
  warnings: FieldWarnings;
  /** Of the last submission. */
  outcome: Outcome | null;
  /** Of the last one that was accepted: its reference stands nowhere else, so it stays while a later one fails. */
  receipt: Accepted | null;
  /** The outcome came while the form was on the screen: it takes the focus. */
  isNew: boolean;
  isSending: boolean;
  /** How the values came to stand as they do: typed, restored from an earlier visit, or cleared and able to come back. */
  draft: { kind: 'none' } | { kind: 'restored' } | { kind: 'cleared'; values: Values };
  /** The section that had the focus last. */
  section: number;
};

export type FormStore = ReturnType<typeof createFormStore>;

const stores = new Map<string, FormStore>();

/** The state of one form in this tab. It outlives the form's page, so that a result which comes later has its place. */
export function formStore(form: FormDefinition): FormStore {
  const store = stores.get(form.slug) ?? createFormStore(form);
  stores.set(form.slug, store);
  return store;
}

/** As a page is rendered that is the answer to a post, or to nothing. */
export function initialState(form: FormDefinition, outcome: Outcome | null): FormState {
  const values = { ...emptyValues(form), ...(outcome && 'values' in outcome && outcome.values) };
  const receipt = outcome?.kind === 'accepted' ? outcome : null;
  return { values, warnings: {}, outcome, receipt, isNew: false, isSending: false, draft: { kind: 'none' }, section: 0 };
}

/**
 * The fields are uncontrolled: browsers fill them in before hydration, and password managers without an event. What is typed is read
 * from them; every other change of values is written to them by `put`.
 */
function createFormStore(form: FormDefinition) {
  let state: FormState = { ...initialState(form, readReceipt(form)), ...readDraft(form) };
  let element: HTMLFormElement | null = null;
  let sending: Promise<void> | null = null;
  let openedAt = 0;
  const listeners = new Set<() => void>();
  const warningsOf = (values: Values) => fieldWarnings(form, values, Date.now());

  function update(change: Partial<FormState>): void {
    state = { ...state, ...change };
    if (change.values || 'outcome' in change) keep(form, state);
    for (const listener of listeners) listener();
  }

  function put(values: Values, change: Partial<FormState>): void {
    if (element) writeValues(form, element, values);
    update({ ...change, values, warnings: warningsOf(values) });
  }

  function settle(outcome: Outcome, sent: Values): void {
    const result = { outcome, isNew: element !== null, isSending: false };
    if (outcome.kind === 'accepted') {
      openedAt = performance.now();
      // Typed while it was being sent, so it was not.
      const isEdited = !areSame(form, sent, state.values);
      put(emptyValues(form), {
        ...result,
        receipt: outcome,
        section: 0,
        draft: isEdited ? { kind: 'cleared', values: state.values } : { kind: 'none' },
      });
    } else update(result);
    showNotice(noticeFor(outcome));
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    /** Milliseconds since the form could first be used, or since the last one was accepted. */
    ageMs: () => performance.now() - openedAt,

    /**
     * The form is on the screen, rendered with these values, in a page that answers a post or not. What was typed since, field by
     * field, counts for more than what came back, and that for more than a draft.
     */
    attach: (mounted: HTMLFormElement, rendered: Values, posted: Outcome | null) => {
      element = mounted;
      openedAt ||= performance.now();
      const isRestored = !posted && isHalfFilled(form, state.values);
      const draft: FormState['draft'] = posted ? { kind: 'none' } : isRestored ? { kind: 'restored' } : state.draft;
      const shown = readValues(form, new FormData(element));
      const values = withTyped(form, posted ? rendered : state.values, shown, rendered);
      if (!areSame(form, values, shown)) writeValues(form, element, values);
      const outcome = posted ?? state.outcome;
      const receipt = posted?.kind === 'accepted' ? posted : state.receipt;
      update({ values, warnings: warningsOf(values), outcome, receipt, draft });
      return () => {
        element = null;
        update({ isNew: false });
      };
    },
    change: () => {
      if (element) update({ values: readValues(form, new FormData(element)) });
    },
    /** A field was left: a warning in the midst of typing would be early. */
    warn: () => update({ warnings: warningsOf(state.values) }),
    enter: (section: number) => {
      if (section !== state.section) update({ section });
    },
    /** By the visitor's own wish; can be undone. */
    clear: () => {
      if (state.isSending) return;
      put(emptyValues(form), { outcome: state.receipt, section: 0, draft: { kind: 'cleared', values: state.values } });
    },
    undo: () => {
      if (state.draft.kind === 'cleared') put(state.draft.values, { draft: { kind: 'none' } });
    },
    /** Stopped before any request. */
    holdBack: (outcome: Outcome) => settle(outcome, state.values),
    /** One submission at a time: the second click of a double click joins the first. */
    send: (post: () => Promise<Outcome>): Promise<void> => {
      sending ??= (async () => {
        const sent = state.values;
        update({ isSending: true });
        const outcome = await post();
        sending = null;
        settle(outcome, sent);
      })();
      return sending;
    },
  };
}

/** For as long as this tab lives: through a reload, a crash and a wrong turn. */
function keep(form: FormDefinition, { values, receipt }: FormState): void {
  writeStored('sessionStorage', `draft:${form.slug}`, isHalfFilled(form, values) ? values : null);
  writeStored('sessionStorage', `receipt:${form.slug}`, receipt);
}

function readDraft(form: FormDefinition): Partial<FormState> {
  const draft = readStored('sessionStorage', `draft:${form.slug}`);
  if (typeof draft !== 'object' || draft === null) return {};
  return { values: { ...emptyValues(form), ...draft }, draft: { kind: 'restored' } };
}

function readReceipt(form: FormDefinition): Accepted | null {
  return readStored('sessionStorage', `receipt:${form.slug}`) as Accepted | null;
}
