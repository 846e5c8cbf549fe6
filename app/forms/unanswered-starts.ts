import { day } from '#forms/durations.ts';
import type { FormDefinition } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { formStore } from './form-store.ts';
import { keysOf } from './idempotency-key.ts';
import { waitingList } from './waiting-list.ts';

/** How long the server saves a claim form into a roadside start. */
const startedMs = 3 * day;

/**
 * The keys of roadside starts from this device that this form can go on with and that got no response. The server may have them, but
 * the cookie that would say so came with the response.
 */
export function unansweredStarts({ name }: FormDefinition): string[] {
  const starts = forms.filter(({ continuedBy }) => continuedBy === name);
  const waiting = waitingList
    .read()
    .waiting.filter(({ slug, state, createdAt }) => {
      const isRecent = Math.abs(Date.now() - createdAt) < startedMs;
      return isRecent && state.kind === 'waiting' && starts.some((start) => start.slug === slug);
    })
    .flatMap(({ key, replaces = [] }) => [key, ...replaces]);
  const drafts = starts.flatMap((start) => keysOf(start.slug, formStore(start).read().draftId));
  return [...new Set([...drafts, ...waiting])];
}
