import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { InboxRow } from '#server/claims/view/submission-reader.ts';

/** So long after the last letter the claims are looked for. */
const pauseMs = 250;

/** The claims with the phone number or registration that is being typed; null until one was looked for. */
export function useMatches() {
  const [typed, setTyped] = useState({ phone: '', registration: '' });
  const { submit, data } = useFetcher<InboxRow[]>();
  useEffect(() => {
    if (typed.phone === '' && typed.registration === '') return;
    const timer = setTimeout(() => void submit(typed, { method: 'post', action: '/desk/new/matches' }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, submit]);
  return { matches: data ?? null, onTyped: (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change })) };
}
