import { useEffect, useRef, useState } from 'react';

/** Seconds before each try to connect again; the last one for all that follow. */
const backOffSeconds = [1, 2, 5, 10];

/** The server speaks every thirty seconds at least: after this long the line is dead, whatever the browser thinks. */
const silenceMs = 45_000;

/** A page that fetches by itself would keep a session open that nobody uses: for this long after the last touch it does. */
const presentMs = 2 * 60_000;

/** Many changes at once are one. */
const gatherMs = 400;

/** Hears of changes on the desk. `onChange` is called only while somebody is there; otherwise they are said to be waiting. */
export function useLive(onChange: () => void) {
  const [state, setState] = useState<'off' | 'live' | 'trying'>('off');
  const [isStale, setStale] = useState(false);
  const act = useRef(onChange);
  act.current = onChange;

  useEffect(() => {
    let source: EventSource | null = null;
    let tries = 0;
    let lastTouch = performance.now();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;

    function changed() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const isPresent = !document.hidden && performance.now() - lastTouch < presentMs;
        if (isPresent) act.current();
        else setStale(true);
      }, gatherMs);
    }

    function heard() {
      clearTimeout(silence);
      silence = setTimeout(lost, silenceMs);
    }

    function connect() {
      const opened = new EventSource('/desk/events');
      source = opened;
      opened.addEventListener('open', () => {
        // Whatever happened while the line was dead.
        if (tries > 0) changed();
        tries = 0;
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
      setState('trying');
      const seconds = backOffSeconds[Math.min(tries, backOffSeconds.length - 1)] ?? 10;
      tries += 1;
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
