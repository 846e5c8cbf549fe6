import { createStore } from '#app/ui/create-store.ts';
import { showNotice } from '#app/ui/notice/notices.ts';
import type { FormDefinition } from '#forms/form.ts';
import { storedNames } from './browser-storage.ts';
import { keepDraftId, readDraft, thisTab } from './form-draft.ts';
import { type FormState, initialState, keepDraft, keepReceipt, readReceipt, restoredState } from './form-state.ts';
import { areSame, emptyValues, isHalfFilled, resetTo, shownValues, type Values, withTyped, writeValues } from './form-values.ts';
import { makeKey } from './idempotency-key.ts';
import { type Accepted, noticeFor, type Outcome } from './outcome.ts';

const stores = new Map<string, ReturnType<typeof createFormStore>>();

let checks: typeof import('#forms/field-warning.ts') | null = null;

/** The state of one form in this tab. It outlives the form's page, so that a result can arrive after the visitor has navigated away. */
export function formStore(form: FormDefinition) {
  const store = stores.get(form.slug) ?? createFormStore(form);
  stores.set(form.slug, store);
  return store;
}

/**
 * The store of one form. The fields are uncontrolled, because browsers fill them in before hydration, and password managers without
 * an event. Values are read from them; every change other than typing is written to them by `put`.
 */
function createFormStore(form: FormDefinition) {
  const store = createStore<FormState>({ ...initialState(form, readReceipt(form)), ...restoredState(form) });
  let state = store.read();
  let element: HTMLFormElement | null = null;
  let sending: Promise<void> | null = null;
  /** What is being sent, under its key: the page may be closed before the answer comes. */
  let outgoing: FormState['waiting'] = null;
  let sent: Values = {};
  /** It was typed in this page, before hydration. */
  let isTypedBefore = (readDraft(form.slug)?.page ?? 0) >= performance.timeOrigin;
  let openedAt = 0;
  const warningsOf = (values: Values) => checks?.fieldWarnings(form, values, Date.now()) ?? {};

  /** Updates the field warnings. Their code is loaded once something was typed, and they stop nothing. */
  async function warn(): Promise<void> {
    checks ??= await import('#forms/field-warning.ts').catch(() => null);
    update({ warnings: warningsOf(state.values) });
  }

  function update(change: Partial<FormState>): void {
    state = { ...state, ...change };
    // A receipt alone leaves the draft to the tab that wrote it.
    if (change.values || 'outcome' in change || 'waiting' in change) keepDraft(form, state, outgoing);
    if (change.receipt) keepReceipt(form, change.receipt);
    store.set(state);
  }

  function put(values: Values, change: Partial<FormState>): void {
    if (element) resetTo(form, element, values);
    update({ ...change, values, warnings: warningsOf(values) });
  }

  const cleared = (): FormState['draft'] => ({ kind: 'cleared', values: state.values, draftId: state.draftId });

  /** What was put aside stays so, because nothing else has it. */
  const asideOr = (draft: FormState['draft']) => (state.draft.kind === 'put aside' ? state.draft : draft);

  /** What is typed next is another draft. */
  function beginAnother() {
    keepDraftId(form.slug, null);
    return { waiting: null, draftId: makeKey(), answered: null };
  }

  /** A page that comes back from memory shows what this tab has since sent, changed or cleared on another page. */
  function catchUp({ persisted }: PageTransitionEvent): void {
    // It writes to the storage, which may have been emptied since with the claim: without one there is nothing to catch up with.
    thisTab();
    if (!persisted || state.isSending || storedNames('sessionStorage').length === 0) return;
    const [{ values = emptyValues(form), ...draft }, receipt] = [restoredState(form), readReceipt(form)];
    if (areSame(form, values, state.values) && receipt?.reference === state.receipt?.reference) return;
    put(values, { waiting: null, answered: null, draft: { kind: 'none' }, ...draft, receipt, outcome: receipt, isNew: false });
  }

  /** The private link is withheld from a repeat, and this device may have it from the first receipt. */
  function withKnownLink(receipt: Accepted): Accepted {
    const { receipt: first } = state;
    if (receipt.link || first?.reference !== receipt.reference) return receipt;
    return { ...receipt, link: first.link, emailed: first.emailed };
  }

  function settle(settled: Outcome, sent: Values): void {
    const outcome = settled.kind === 'accepted' ? { ...withKnownLink(settled), phone: sent.phone } : settled;
    const result = { outcome, isNew: element !== null, isSending: false };
    if (outcome.kind === 'accepted') {
      openedAt = performance.now();
      // This was typed while the form was being sent, and is not part of what was sent.
      const isEdited = !areSame(form, sent, state.values) && isHalfFilled(form, state.values);
      put(emptyValues(form), {
        ...result,
        ...beginAnother(),
        receipt: outcome,
        draft: asideOr(isEdited ? cleared() : { kind: 'none' }),
      });
    } else if ('waitsAs' in outcome && outcome.waitsAs) update({ ...result, waiting: { key: outcome.waitsAs, values: sent } });
    else update(result);
    showNotice(noticeFor(outcome));
  }

  return {
    subscribe: store.subscribe,
    read: store.read,
    /** Milliseconds since the form could first be used, or since the last one was accepted. */
    ageMs: () => performance.now() - openedAt,

    /**
     * Called when the form is on the screen, with the values it was rendered with and the outcome of a post, if any. Field by field,
     * what was typed since wins over what the server sent back, and that wins over a draft. A receipt sends nothing back.
     */
    attach: (mounted: HTMLFormElement, rendered: Values, posted: Outcome | null) => {
      element = mounted;
      // From here on the draft is written here, and not by the script of the page.
      Object.assign(element, { kept: true });
      openedAt ||= performance.now();
      // A page that is loaded again answers its post as a repeat.
      const accepted = posted?.kind === 'accepted' ? withKnownLink(posted) : null;
      const refused = accepted ? null : posted;
      const isRestored = !refused && !isTypedBefore && isHalfFilled(form, state.values);
      isTypedBefore = false;
      const draft: FormState['draft'] = refused ? { kind: 'none' } : isRestored ? { kind: 'restored' } : state.draft;
      const shown = shownValues(form, element);
      const values = withTyped(form, refused ? rendered : state.values, shown, rendered);
      if (!areSame(form, values, shown)) writeValues(form, element, values);
      const outcome = accepted ?? refused ?? state.outcome;
      const receipt = accepted ?? state.receipt;
      update({ values, warnings: warningsOf(values), outcome, receipt, draft });
      if (isHalfFilled(form, values)) void warn();
      addEventListener('pageshow', catchUp);
      return () => {
        removeEventListener('pageshow', catchUp);
        element = null;
        update({ isNew: false });
      };
    },
    change: () => {
      if (element) update({ values: shownValues(form, element) });
    },
    /** Called when a field loses the focus, not while typing. */
    warn,
    /** Clears the form, for the visitor's button; it can be undone. */
    clear: () => {
      if (state.isSending) return;
      put(emptyValues(form), { ...beginAnother(), outcome: state.receipt, draft: asideOr(cleared()) });
    },
    undo: () => {
      if (!('values' in state.draft)) return;
      const { values, draftId } = state.draft;
      put(values, { draftId, waiting: null, outcome: state.receipt, draft: { kind: 'none' } });
    },
    /** The visitor's answer for what is sent under this key: the one that was given now, or when it was sent before. */
    answerOf: (key: string, given: boolean | null): boolean | undefined => {
      if (given !== null) update({ answered: { key, isSameAccident: given } });
      return state.answered?.key === key ? state.answered.isSameAccident : undefined;
    },
    /** Shows the outcome of a form that was not sent, because client-side validation failed. */
    holdBack: (outcome: Outcome) => settle(outcome, state.values),
    /** Called when the waiting submission was accepted. */
    settleWaiting: (key: string, receipt: Accepted) => {
      if (state.receipt?.reference === receipt.reference && state.waiting?.key !== key) return;
      const isShown = state.waiting?.key === key;
      // While a newer version is being sent, the form is settled by the answer to that.
      if (state.waiting && isShown && !state.isSending) return settle(receipt, state.waiting.values);
      update({ receipt, ...(isShown && { waiting: null }) });
      showNotice(noticeFor(receipt));
    },
    /** Shows other values, such as those of a submission that was refused. */
    put,
    /**
     * Called when the submission no longer waits, and what the form shows was not sent. `isDeleted`: by the visitor, in this tab. On another
     * page than the form's the draft of a tab that shows it is left to that. A form on the screen goes on showing what was typed, and
     * writes it to the device only when somebody types again: otherwise what was deleted in another tab would come back.
     */
    dropWaiting: (key: string, isDeleted = false) => {
      if (state.waiting?.key !== key) return;
      if (element) {
        state = { ...state, waiting: null, outcome: state.receipt };
        store.set(state);
      } else if (isDeleted) put(emptyValues(form), beginAnother());
    },
    /** Called before sending, because the page may be closed before the response comes. */
    noteKey: (key: string) => {
      outgoing = { key, values: sent };
      keepDraft(form, state, outgoing);
    },
    /** Sends one request at a time, so that a double click sends once. Null: it was not sent from here, or is deleted. */
    send: (post: () => Promise<Outcome | null>): Promise<void> => {
      sending ??= (async () => {
        sent = state.values;
        update({ isSending: true });
        const outcome = await post();
        sending = null;
        outgoing = null;
        if (outcome) settle(outcome, sent);
        else update({ isSending: false });
      })();
      return sending;
    },
  };
}
