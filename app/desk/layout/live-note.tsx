import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

const words = {
  off: '',
  live: 'Live: new submissions appear by themselves.',
  reconnecting: 'Connection lost. Trying again…',
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
    <p className="live-note not-printed" role="status">
      {isStale ? (
        <button type="button" className="button button-action" onClick={show}>
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

/** Seconds before each attempt to reconnect; the last one for all that follow. */
const reconnectSeconds = [1, 2, 5, 10];

/** The server sends a heartbeat every thirty seconds: after this long without one the connection is dead. */
const heartbeatTimeoutMs = 45_000;

/** A page that kept fetching would keep an unused session open: it fetches for this long after the last input only. */
const activeMs = 2 * 60_000;

/** Many changes at once are one fetch. */
const debounceMs = 400;

/** Listens for changes of the desk. `onChange` is called while somebody is at the page; after that `isStale` says that there are some. */
function useLive(onChange: () => void) {
  const [state, setState] = useState<'off' | 'live' | 'reconnecting'>('off');
  const [isStale, setStale] = useState(false);
  const act = useRef(onChange);
  act.current = onChange;

  useEffect(() => {
    let source: EventSource | null = null;
    let attempts = 0;
    let lastTouch = performance.now();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;

    function changed() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const isPresent = !document.hidden && performance.now() - lastTouch < activeMs;
        if (isPresent) act.current();
        else setStale(true);
      }, debounceMs);
    }

    function heard() {
      clearTimeout(silence);
      silence = setTimeout(lost, heartbeatTimeoutMs);
    }

    function connect() {
      const opened = new EventSource('/desk/events');
      source = opened;
      opened.addEventListener('open', () => {
        // Whatever happened while the line was dead.
        if (attempts > 0) changed();
        attempts = 0;
        setState('live');
        heard();
      });
      opened.addEventListener('beat', heard);
      opened.addEventListener('change', () => {
        heard();
        changed();
      });
      opened.addEventListener('over', () => location.reload());
      opened.addEventListener('error', lost);
    }

    /** The browser would try again by itself, but at its own pace. */
    function lost() {
      source?.close();
      clearTimeout(silence);
      clearTimeout(waiting);
      setState('reconnecting');
      const seconds = reconnectSeconds[Math.min(attempts, reconnectSeconds.length - 1)] ?? 10;
      attempts += 1;
      waiting = setTimeout(connect, seconds * 1_000);
    }

    const touched = () => {
      lastTouch = performance.now();
    };
    for (const event of ['pointerdown', 'pointermove', 'keydown']) addEventListener(event, touched, { passive: true });
    connect();
    return () => {
      for (const event of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(event, touched);
      for (const timer of [gathering, waiting, silence]) clearTimeout(timer);
      source?.close();
    };
  }, []);

  return { state, isStale, seen: () => setStale(false) };
}
