import { useEffect, useState } from 'react';
import { trapField } from '#forms/signals.ts';
import type { Outcome } from './outcome.ts';
import { ageField, keyField } from './send.ts';
import { makeKey } from './send-key.ts';

/** What travels with the form unseen: its key, when it was opened, and a field that only programs fill in. */
export function HiddenFields({ outcome }: { outcome: Outcome | undefined }) {
  const [made, setMade] = useState({ key: '', at: 0 });
  const accepted = outcome?.kind === 'accepted' ? outcome.reference : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an accepted form is followed by a new one
  useEffect(() => setMade({ key: makeKey(), at: performance.now() }), [accepted]);
  return (
    <>
      <input type="hidden" name={keyField} value={made.key} />
      <input type="hidden" name={ageField} value={made.at || ''} />
      <div hidden>
        <label>
          Leave this empty
          <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
