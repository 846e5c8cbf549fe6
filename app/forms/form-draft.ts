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
  for (const name of earlierNames(slug)) writeStored('sessionStorage', name, null);
  if (own || !shared?.tab || shared.tab === thisTab()) writeStored('localStorage', nameOf(slug), own);
}

/** Ends the device's draft of a submission that was accepted or deleted, even where a tab that is closed wrote it. */
export function endDraftOf(slug: string, key: string): void {
  const shared = readIn('localStorage', slug);
  if (shared && [shared.waiting?.key, ...shared.sentAs].includes(key)) writeStored('localStorage', nameOf(slug), null);
}

/** Makes the draft of the device that of this tab, because the tab shows it. */
export function takeOverDraft(slug: string): void {
  const draft = readDraft(slug);
  if (draft) writeDraft(slug, draft);
}

/** Removes drafts that are too old. */
export function endOldDrafts(slugs: string[]): void {
  for (const slug of slugs)
    for (const area of ['sessionStorage', 'localStorage'] as const) {
      const draft = readIn(area, slug);
      if (draft && Math.abs(Date.now() - draft.at) >= draftMs) writeStored(area, nameOf(slug), null);
    }
}

function readIn(area: 'sessionStorage' | 'localStorage', slug: string): Draft | null {
  const stored = readStored(area, nameOf(slug));
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = 'values' in stored ? (stored as Partial<Draft>) : { at: Date.now(), values: stored as Values };
  if (typeof draft.values !== 'object' || typeof draft.at !== 'number') return null;
  const [waiting, sentAs] = area === 'sessionStorage' ? earlierNames(slug).map((name) => readStored(area, name)) : [];
  return {
    ...(draft as Draft),
    waiting: draft.waiting ?? (waiting as Draft['waiting']) ?? null,
    sentAs: draft.sentAs ?? (sentAs as string[]) ?? [],
  };
}

/** Where earlier releases kept the rest of a tab's draft, beside its bare values. */
const earlierNames = (slug: string) => [`waiting:${slug}`, `sent-as:${slug}`];

let tab: string | null = null;

/** A name of this tab, for as long as the tab exists. */
function thisTab(): string {
  tab ??= String(readStored('sessionStorage', 'tab') ?? crypto.getRandomValues(new Uint32Array(2)).join('-'));
  writeStored('sessionStorage', 'tab', tab);
  return tab;
}
