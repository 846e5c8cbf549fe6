import { useLocation } from 'react-router';
import { type LiveUpdates, useLiveUpdates } from './use-live-updates.ts';

const texts = {
  off: '',
  live: 'Live: new submissions appear by themselves.',
  reconnecting: 'Connection lost. Trying again…',
};

/** The note of a list that has no other use of the events. */
export function ListIsLive() {
  return <LiveUpdatesNote live={useLiveUpdates(null)} />;
}

type NoteProps = { live: LiveUpdates; isShort?: boolean };

/**
 * Shows whether the page updates by itself, and a button for changes that came while nobody was at the screen. `isShort`: as long as
 * it does, it only tells those who ask a screen reader.
 */
export function LiveUpdatesNote({ live: { state, isStale, readAgain }, isShort = false }: NoteProps) {
  const { pathname, search } = useLocation();
  return (
    <p className="live-note not-printed" role="status">
      {isStale ? (
        <button type="button" className="button button-action" onClick={readAgain}>
          There are changes: show them
        </button>
      ) : (
        <span className={isShort && state === 'live' ? 'sr-only' : undefined}>{texts[state]}</span>
      )}
      <noscript>
        <a href={pathname + search}>Reload to see what is new</a>
      </noscript>
    </p>
  );
}
