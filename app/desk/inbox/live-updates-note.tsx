import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { minute } from '#forms/durations.ts';

const texts = {
  off: '',
  live: 'Live: new submissions appear by themselves.',
  reconnecting: 'Connection lost. Trying again…',
};

/** Shows whether the list updates by itself, and a button for changes that came while nobody was at the screen. */
export function LiveUpdatesNote() {
  const { revalidate } = useRevalidator();
  const { state, isStale, clearStale } = useLiveUpdates(() => void revalidate());
  const show = () => {
    clearStale();
    void revalidate();
  };
  return (
    <p className="live-note not-printed" role="status">
      {isStale ? (
        <button type="button" className="button button-action" onClick={show}>
          There are changes: show them
        </button>
      ) : (
        texts[state]
      )}
      <noscript>
        <a href="/desk">Reload to see what is new</a>
      </noscript>
    </p>
  );
}

/** How many seconds to wait before each attempt to reconnect; the last number repeats. */
const reconnectSeconds = [1, 2, 5, 10];

/** Without a heartbeat for this long the connection is dead: the server sends one every thirty seconds. */
const heartbeatTimeoutMs = 45_000;

/** A page fetches only for this long after the last input, because fetching keeps a session alive. */
const activeMs = 2 * minute;

const debounceMs = 400;

/** Subscribes to changes. `onChange` is called while somebody is active on the page; otherwise `isStale` becomes true. */
function useLiveUpdates(onChange: () => void) {
  const [state, setState] = useState<'off' | 'live' | 'reconnecting'>('off');
  const [isStale, setStale] = useState(false);
  const callback = useRef(onChange);
  callback.current = onChange;

  useEffect(() => {
    let source: EventSource | null = null;
    let attempts = 0;
    let lastInputAt = performance.now();
    let debounce: ReturnType<typeof setTimeout> | undefined;
    let reconnect: ReturnType<typeof setTimeout> | undefined;
    let timeout: ReturnType<typeof setTimeout> | undefined;

    function onChanged() {
      debounce ??= setTimeout(() => {
        debounce = undefined;
        const isPresent = !document.hidden && performance.now() - lastInputAt < activeMs;
        if (isPresent) callback.current();
        else setStale(true);
      }, debounceMs);
    }

    function heartbeat() {
      clearTimeout(timeout);
      timeout = setTimeout(lost, heartbeatTimeoutMs);
    }

    function connect() {
      const opened = new EventSource('/desk/events');
      source = opened;
      opened.addEventListener('open', () => {
        // Something may have changed while there was no connection.
        if (attempts > 0) onChanged();
        attempts = 0;
        setState('live');
        heartbeat();
      });
      opened.addEventListener('beat', heartbeat);
      opened.addEventListener('change', () => {
        heartbeat();
        onChanged();
      });
      opened.addEventListener('over', () => location.reload());
      opened.addEventListener('error', lost);
    }

    /** Closes a lost connection and connects again, earlier than the browser would. */
    function lost() {
      source?.close();
      clearTimeout(timeout);
      clearTimeout(reconnect);
      setState('reconnecting');
      const seconds = reconnectSeconds[Math.min(attempts, reconnectSeconds.length - 1)] ?? 10;
      attempts += 1;
      reconnect = setTimeout(connect, seconds * 1_000);
    }

    const onInput = () => {
      lastInputAt = performance.now();
    };
    for (const event of ['pointerdown', 'pointermove', 'keydown']) addEventListener(event, onInput, { passive: true });
    connect();
    return () => {
      for (const event of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(event, onInput);
      for (const timer of [debounce, reconnect, timeout]) clearTimeout(timer);
      source?.close();
    };
  }, []);

  return { state, isStale, clearStale: () => setStale(false) };
}
