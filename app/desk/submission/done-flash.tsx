import { useEffect, useRef } from 'react';
import type { Change } from '#server/desk/outcome.ts';
import { ChangeButton } from './change-button.tsx';

const words: Record<string, string> = {
  contacted: 'Marked as contacted.',
  'contact undone': 'Marked as not contacted.',
  closed: 'Closed.',
  reopened: 'Open again.',
  assigned: 'Assigned.',
  'note added': 'Note added.',
  'note removed': 'Note removed.',
  'note restored': 'The note is back.',
  released: 'Released from quarantine. Its letter is on its way.',
  'set aside': 'Set aside in quarantine.',
  'letter sent again': 'The letter will be sent again within half a minute.',
};

/** What was just done, and the way back. */
export function DoneFlash({ act, undo }: { act: string; undo: Change | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  // It stands in the address: `constructor` would find what every object inherits.
  if (!Object.hasOwn(words, act)) return null;
  return (
    <div ref={box} className="flash not-printed" role="status" tabIndex={-1}>
      <p>{words[act]}</p>
      {undo && (
        <ChangeButton change={undo} className="button button-quiet">
          Undo
        </ChangeButton>
      )}
    </div>
  );
}
