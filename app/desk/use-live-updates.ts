import { useEffect, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import { sessionStore } from '#app/session/session-store.ts';
import { showNotice } from '#app/ui/notice/notices.ts';
import { minute } from '#forms/durations.ts';
import type { Looker } from '#server/claims/inbox/event-streams.ts';
import { loadRefused } from './load-refused.tsx';

/** How many seconds to wait before each attempt to reconnect; the last number repeats. */
const reconnectSeconds = [1, 2, 5, 10];

/** Without a heartbeat for this long the connection is dead: the server sends one every thirty seconds. */
const heartbeatTimeoutMs = 45_000;

/** A page fetches only for this long after the last input, because fetching keeps a session alive. */
const activeMs = 2 * minute;

const debounceMs = 400;

export type LiveUpdates = ReturnType<typeof useLiveUpdates>;

/**
 * Subscribes to changes while the page is seen: six hidden tabs would use up the connections that a browser has for one site.
 * The page is read again while somebody is active on it; otherwise `isStale` becomes true. `claim`: the one that is open.
 */
export function useLiveUpdates(claim: string | null) {
  const [lookers, setLookers] = useState<Looker[]>([]);
  const [state, setState] = useState<'off' | 'live' | 'reconnecting'>('off');
  const [isStale, setStale] = useState(false);
  const [isDue, setDue] = useState(false);
  const { revalidate, state: reading } = useRevalidator();
  const { state: loading } = useNavigation();
  const [isAsking, setAsking] = useState(false);
  const isIdle = loading === 'idle' && reading === 'idle' && !isAsking;

  useEffect(() => {
    // Reading the page again begins what is being loaded anew: where changes come faster than pages load, nothing would be shown.
    if (!isDue || !isIdle) return;
    setDue(false);
    setStale(false);
    setAsking(true);
    void readPageAgain(revalidate)
      .catch(() => false)
      .then((wasRead) => !wasRead && setStale(true))
      .finally(() => setAsking(false));
  }, [isDue, isIdle, revalidate]);

  useEffect(() => {
    let source: EventSource | null = null;
    let attempts = 0;
    let wasHidden = false;
    let lastInputAt = performance.now();
    let debounce: ReturnType<typeof setTimeout> | undefined;
    let reconnect: ReturnType<typeof setTimeout> | undefined;
    let timeout: ReturnType<typeof setTimeout> | undefined;

    function onChanged() {
      debounce ??= setTimeout(() => {
        debounce = undefined;
        const isPresent = !document.hidden && performance.now() - lastInputAt < activeMs;
        if (isPresent) setDue(true);
        else setStale(true);
      }, debounceMs);
    }

    function heartbeat() {
      clearTimeout(timeout);
      timeout = setTimeout(lost, heartbeatTimeoutMs);
    }

    function connect() {
      const opened = new EventSource(claim === null ? '/desk/events' : `/desk/events?claim=${encodeURIComponent(claim)}`);
      source = opened;
      opened.addEventListener('open', () => {
        // Something may have changed while there was no connection.
        if (attempts > 0 || wasHidden) onChanged();
        attempts = 0;
        wasHidden = false;
        setState('live');
        heartbeat();
      });
      opened.addEventListener('beat', heartbeat);
      opened.addEventListener('change', () => {
        heartbeat();
        onChanged();
      });
      opened.addEventListener('lookers', ({ data }) => setLookers(JSON.parse(data)));
      opened.addEventListener('told', ({ data }) => showNotice({ tone: 'plain', ...JSON.parse(data) }));
      opened.addEventListener('over', readSessionAgain);
      opened.addEventListener('error', lost);
    }

    function close() {
      source?.close();
      clearTimeout(timeout);
      clearTimeout(reconnect);
    }

    /** Closes a lost connection and connects again, earlier than the browser would. */
    function lost() {
      close();
      setState('reconnecting');
      // A session that has ended is refused its events like a server that is down: the layout leaves the page where it has.
      readSessionAgain();
      const seconds = reconnectSeconds[Math.min(attempts, reconnectSeconds.length - 1)] ?? 10;
      attempts += 1;
      reconnect = setTimeout(connect, seconds * 1_000);
    }

    const onInput = () => {
      lastInputAt = performance.now();
    };
    function onVisibility() {
      close();
      if (document.hidden) wasHidden = true;
      else connect();
    }
    for (const event of ['pointerdown', 'pointermove', 'keydown']) addEventListener(event, onInput, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    if (document.hidden) wasHidden = true;
    else connect();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      for (const event of ['pointerdown', 'pointermove', 'keydown']) removeEventListener(event, onInput);
      clearTimeout(debounce);
      close();
    };
  }, [claim]);

  return { state, lookers, isStale, readAgain: () => setDue(true) };
}

/** Where the session has ended, the layout asks for signing in again over the page. */
export function readSessionAgain(): void {
  void import('#app/session/session-calls.ts').then(({ readSession }) => readSession());
}

/**
 * Reads the page again, unless the session has ended: the server would redirect to the sign-in, and what was typed or chosen here would
 * be gone. The layout asks for signing in over the page then. Returns whether the page was read.
 */
async function readPageAgain(revalidate: () => Promise<void>): Promise<boolean> {
  const { readSession } = await import('#app/session/session-calls.ts');
  const isKnown = await readSession();
  if (isKnown && !sessionStore.read().user) return false;
  await revalidate();
  return loadRefused.read() === null;
}
