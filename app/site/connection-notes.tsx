import { useEffect, useState } from 'react';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import { usePageLoading, usePlainLinks } from './use-page-loading.ts';

type Note = 'offline' | 'online' | 'not-loaded' | null;

/** How long the "back online" note is shown, in milliseconds. */
const onlineNoteMs = 5_000;

/** A status note: the browser is offline, is online again, or could not load a page. */
export function ConnectionNotes() {
  const failures = usePageLoading();
  const [note, setNote] = useState<Note>(null);
  usePlainLinks();

  useEffect(() => {
    const gone = () => setNote('offline');
    const back = () => setNote('online');
    // The connection may have been lost before hydration.
    if (!navigator.onLine) gone();
    addEventListener('offline', gone);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', gone);
      removeEventListener('online', back);
    };
  }, []);

  useEffect(() => {
    setNote((shown) => (failures > 0 ? 'not-loaded' : shown === 'not-loaded' ? null : shown));
  }, [failures]);

  useEffect(() => {
    if (note !== 'online') return;
    const timer = setTimeout(() => setNote(null), onlineNoteMs);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <div role="status" className="connection-note" data-shown={note ? '' : undefined}>
      {/* The key makes a screen reader announce a second failure too. */}
      {note && <NoteText key={failures} note={note} />}
      {note && (
        <button type="button" className="notice-close" aria-label="Close" onClick={() => setNote(null)}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}

function NoteText({ note }: { note: NonNullable<Note> }) {
  if (note === 'offline') return <p>You are offline. What you have typed stays here.</p>;
  if (note === 'online') return <p>You are back online.</p>;
  return (
    <p>
      That page could not be loaded. Check your connection and try again, or call us on{' '}
      <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, {openHours}.
    </p>
  );
}
