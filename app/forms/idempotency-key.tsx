import { useEffect, useState } from 'react';
import type { Outcome } from './outcome.ts';
import { keyField } from './send.ts';

/** A key made with the form: every try carries the same, until one is accepted. Without scripts there is none. */
export function IdempotencyKey({ outcome }: { outcome: Outcome | undefined }) {
  const [key, setKey] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an accepted form is followed by a new one
  useEffect(() => setKey(makeKey()), [outcome?.kind === 'accepted' ? outcome : null]);
  return <input type="hidden" name={keyField} value={key} />;
}

function makeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
