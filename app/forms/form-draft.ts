import { readStored, writeStored } from './browser-storage.ts';
import type { Values } from './form-values.ts';

/** What is kept of a form until it is sent. `app/document/keep-typed.ts` writes it too, before hydration. */
export type Draft = {
  /** When it was changed last, in milliseconds by the device's clock. */
  at: number;
  /** The tab that wrote it; none before hydration. */
  tab?: string;
  /** When it was begun, where that was before hydration, and there was none before. */
  page?: number;
  values: Values;
  /** The submission that waits on this device with these answers, or with earlier ones. */
  waiting: { key: string; values: Values } | null;
  /** The idempotency keys under which it was sent, the latest first: the server may have any of them. */
  sentAs: string[];
};

/** How long a draft is kept. */
const draftMs = 30 * 24 * 60 * 60_000;

const nameOf = (slug: string) => `draft:${slug}`;

/** The draft of this tab, or else the one that was typed last on this device. */
export function readDraft(slug: string): Draft | null {
  const draft = readIn('sessionStorage', slug) ?? readIn('localStorage', slug);
  return draft && Math.abs(Date.now() - draft.at) < draftMs ? draft : null;
}

/**
 * Keeps a draft for this tab, and for the device should the tab be closed or the browser be killed. Null ends it, but not one that was
 * typed in another tab since.
 */
export function writeDraft(slug: string, draft: Pick<Draft, 'values' | 'waiting' | 'sentAs'> | null): void {
  const own = draft && { ...draft, at: Date.now(), tab: thisTab() };
  const shared = readIn('localStorage', slug);
  writeStored('sessionStorage', nameOf(slug), own);
  if (own || !shared?.tab || shared.tab === thisTab()) writeStored('localStorage', nameOf(slug), own);
}

/** Makes the draft of the device that of this tab, because the tab shows it. */
export function takeOverDraft(slug: string): void {
  const draft = readDraft(slug);
  if (draft) writeDraft(slug, draft);
}

/** Removes drafts that are too old. */
export function endOldDrafts(slugs: string[]): void {
  for (const slug of slugs) {
    const draft = readIn('localStorage', slug);
    if (draft && Math.abs(Date.now() - draft.at) >= draftMs) writeStored('localStorage', nameOf(slug), null);
  }
}

function readIn(area: 'sessionStorage' | 'localStorage', slug: string): Draft | null {
  const stored = readStored(area, nameOf(slug)) as Partial<Draft> | null;
  if (typeof stored?.values !== 'object' || typeof stored.at !== 'number') return null;
  return { ...(stored as Draft), waiting: stored.waiting ?? null, sentAs: stored.sentAs ?? [] };
}

let tab: string | null = null;

/** A name of this tab, for as long as the tab exists. */
function thisTab(): string {
  tab ??= String(readStored('sessionStorage', 'tab') ?? crypto.getRandomValues(new Uint32Array(2)).join('-'));
  writeStored('sessionStorage', 'tab', tab);
  return tab;
}
