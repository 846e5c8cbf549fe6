import { day } from '#forms/durations.ts';
import { readStored, storedNames, writeStored } from './browser-storage.ts';
import type { Values } from './form-values.ts';
import { keysOf, makeKey, noteKeys } from './idempotency-key.ts';

/** What is kept of a form until it is sent. `app/document/keep-typed.ts` writes it too, before hydration. */
type Draft = {
  /** Which draft it is, in every tab that shows it: the keys under which it was sent and its photographs belong to it. */
  id: string;
  /** When it was changed last, in milliseconds by the device's clock. */
  at: number;
  /** The tab that wrote it; none before hydration. */
  tab?: string;
  /** When it was begun, where that was before hydration, and there was none before. */
  page?: number;
  values: Values;
  /** The submission that waits on this device with these answers, or with earlier ones. */
  waiting: { key: string; values: Values } | null;
};

/** What is stored. What was typed before hydration has no id yet. */
type Stored = Omit<Draft, 'id'> & { id?: string };

/** How long a draft is kept. */
const draftMs = 30 * day;

const prefix = 'draft:';
const nameOf = (slug: string) => prefix + slug;

/** Where a tab keeps the id of its draft from the first photograph on, which may be chosen before anything is typed. */
const idName = (slug: string) => `photographs:${slug}`;

/** The draft of this tab, or else the one that was typed last on this device. */
export function readDraft(slug: string): Draft | null {
  const [own, shared] = [readIn('sessionStorage', slug), readIn('localStorage', slug)];
  // A tab that is restored after its browser was killed has lost what it wrote last.
  const draft = own && !(shared && shared.tab === own.tab && shared.at > own.at) ? own : shared;
  if (!draft || isOld(draft)) return null;
  const isOwn = draft.tab === thisTab();
  // The tab's own photographs stay those of its draft, even where it takes over another one.
  const id = (isOwn ? draft.id : photographsId(slug)) ?? draft.id ?? newDraftId(slug);
  if (id !== draft.id) noteKeys(slug, id, keysOf(slug, draft.id ?? ''));
  return { ...draft, id };
}

/** The id of the draft that this tab begins, or has begun by choosing photographs. */
export function newDraftId(slug: string): string {
  return photographsId(slug) ?? makeKey();
}

/** Notes the id of the tab's draft, because it has photographs. Null: the draft has ended. */
export function keepDraftId(slug: string, id: string | null): void {
  writeStored('sessionStorage', idName(slug), id);
}

/** The ids of a form's drafts that this tab shows, or would show. */
export function draftIdsOf(slug: string): string[] {
  const drafts = [readIn('sessionStorage', slug)?.id, readIn('localStorage', slug)?.id, photographsId(slug)];
  return drafts.flatMap((id) => id ?? []);
}

const photographsId = (slug: string) => readStored('sessionStorage', idName(slug)) as string | null;

/**
 * Keeps a draft for this tab, and for the device should the tab be closed or the browser be killed. Null ends it, even where another tab
 * has opened it since, but no other draft.
 */
export function writeDraft(slug: string, draft: Pick<Draft, 'id' | 'values' | 'waiting'> | null): void {
  const own = draft && { ...draft, at: Date.now(), tab: thisTab() };
  const shared = readIn('localStorage', slug);
  const before = readIn('sessionStorage', slug);
  writeStored('sessionStorage', nameOf(slug), own);
  if (own || !shared?.tab || shared.id === before?.id) writeStored('localStorage', nameOf(slug), own);
}

/** Ends the device's draft of a submission that was accepted or deleted, even where a tab that is closed wrote it. */
export function endDraftOf(slug: string, key: string): void {
  const shared = readIn('localStorage', slug);
  if (shared && [shared.waiting?.key, ...keysOf(slug, shared.id ?? '')].includes(key))
    writeStored('localStorage', nameOf(slug), null);
}

/** Removes drafts that are too old. */
export function endOldDrafts(): void {
  for (const area of ['sessionStorage', 'localStorage'] as const)
    for (const name of storedNames(area)) {
      const draft = name.startsWith(prefix) ? readIn(area, name.slice(prefix.length)) : null;
      if (draft && isOld(draft)) writeStored(area, name, null);
    }
}

const isOld = ({ at }: Stored): boolean => Math.abs(Date.now() - at) >= draftMs;

function readIn(area: 'sessionStorage' | 'localStorage', slug: string): Stored | null {
  const stored = readStored(area, nameOf(slug)) as Partial<Stored> | null;
  return stored?.values && stored.at ? { ...(stored as Stored), waiting: stored.waiting ?? null } : null;
}

let tab: string | null = null;

/** A name of this tab, for as long as the tab exists. */
export function thisTab(): string {
  tab ??= String(readStored('sessionStorage', 'tab') ?? makeKey());
  writeStored('sessionStorage', 'tab', tab);
  return tab;
}
