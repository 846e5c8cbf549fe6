import { useRevalidator } from 'react-router';
import { useLive } from './use-live.ts';

const words = {
  off: '',
  live: 'Live: new submissions appear by themselves.',
  trying: 'Connection lost. Trying again…',
};

/** Says whether the list is live, and offers what came while nobody was at the screen. */
export function LiveNote() {
  const { revalidate } = useRevalidator();
  const { state, isStale, seen } = useLive(() => void revalidate());
  const show = () => {
    seen();
    void revalidate();
  };
  return (
    <p className="desk-live not-printed" role="status">
      {isStale ? (
        <button type="button" className="button button-now" onClick={show}>
          There are changes: show them
        </button>
      ) : (
        words[state]
      )}
      <noscript>
        <a href="/desk">Reload to see what is new</a>
      </noscript>
    </p>
  );
}
