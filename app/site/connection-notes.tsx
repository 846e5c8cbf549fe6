import { useEffect, useState } from 'react';

/** Says calmly, once, that the connection went or came back. */
export function ConnectionNotes() {
  const [note, setNote] = useState('');
  useEffect(() => {
    const gone = () => setNote('You are offline. What you have typed stays here.');
    const back = () => setNote('You are back online.');
    addEventListener('offline', gone);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', gone);
      removeEventListener('online', back);
    };
  }, []);
  return (
    <p role="status" className="connection-note" data-shown={note ? '' : undefined}>
      {note}
    </p>
  );
}
