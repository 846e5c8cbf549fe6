import { useEffect, useState } from 'react';

type Note = 'offline' | 'online' | null;

/** How long the "back online" note is shown, in milliseconds. */
const onlineNoteMs = 5_000;

/** A status note: the browser is offline, or online again. */
export function ConnectionNotes() {
  const [note, setNote] = useState<Note>(null);

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
    if (note !== 'online') return;
    const timer = setTimeout(() => setNote(null), onlineNoteMs);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <div role="status" className="connection-note" data-shown={note ? '' : undefined}>
      {note && <p>{note === 'offline' ? 'You are offline. What you have typed stays here.' : 'You are back online.'}</p>}
      {note && (
        <button type="button" className="notice-close" aria-label="Close" onClick={() => setNote(null)}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
