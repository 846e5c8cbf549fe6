import type { FieldWarnings } from '#forms/field-warning.ts';
import type { FormDefinition } from '#forms/form.ts';
import { readStored, writeStored } from './browser-storage.ts';
import { newDraftId, readDraft, writeDraft } from './form-draft.ts';
import { emptyValues, isHalfFilled, type Values } from './form-values.ts';
import type { Accepted, Outcome } from './outcome.ts';

export type FormState = {
  values: Values;
  warnings: FieldWarnings;
  /** The outcome of the last submission. */
  outcome: Outcome | null;
  /** The last accepted submission: its reference is shown nowhere else, so it stays while a later submission fails. */
  receipt: Accepted | null;
  /** The outcome arrived while the form was on the screen: the result takes the focus. */
  isNew: boolean;
  isSending: boolean;
  /** Where the values come from: typed, restored from a draft, or put in the place of others, which can be undone. */
  draft: { kind: 'none' } | { kind: 'restored' } | ({ kind: 'cleared' | 'put aside' } & PutAside);
  /** The submission that waits on this device with what the form shows, or showed when it was sent. */
  waiting: { key: string; values: Values } | null;
  /** Which draft the form shows, in every tab: its photographs and the keys under which it was sent belong to it. */
  draftId: string;
  /** What the visitor has answered to the question whether these answers are about the same accident as another claim. */
  answered: { key: string; isSameAccident: boolean } | null;
};

/** The state of a form on a rendered page, with the outcome where the page answers a post. */
export function initialState(form: FormDefinition, outcome: Outcome | null): FormState {
  const sent = outcome && 'values' in outcome ? outcome : null;
  const receipt = outcome?.kind === 'accepted' ? outcome : null;
  return {
    ...nothingDone,
    values: { ...emptyValues(form), ...sent?.values },
    warnings: sent?.warnings ?? {},
    outcome,
    receipt,
  };
}

/** What the form showed before it was cleared, or before a submission was opened in it again. */
type PutAside = Pick<FormState, 'values' | 'draftId'>;

const nothingDone: Omit<FormState, 'values' | 'warnings' | 'outcome' | 'receipt'> = {
  isNew: false,
  isSending: false,
  draft: { kind: 'none' },
  waiting: null,
  draftId: '',
  answered: null,
};

/** Keeps the draft, through reloads, crashes and navigations. */
export function keepDraft(form: FormDefinition, { values, waiting, draftId }: FormState, outgoing: FormState['waiting']): void {
  writeDraft(form.slug, isHalfFilled(form, values) ? { id: draftId, values, waiting: waiting ?? outgoing } : null);
}

/** Keeps the receipt, with its private link, for the life of the tab. */
export function keepReceipt({ slug }: FormDefinition, receipt: Accepted): void {
  writeStored('sessionStorage', `receipt:${slug}`, { ...receipt, phone: undefined });
}

export function restoredState(form: FormDefinition): Partial<FormState> {
  const draft = readDraft(form.slug);
  if (!draft) return { draftId: newDraftId(form.slug) };
  const values = { ...emptyValues(form), ...draft.values };
  return { values, draft: { kind: 'restored' }, waiting: draft.waiting, draftId: draft.id };
}

export function readReceipt(form: FormDefinition): Accepted | null {
  return readStored('sessionStorage', `receipt:${form.slug}`) as Accepted | null;
}
