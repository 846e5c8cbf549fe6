import { useEffect } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { showNotice } from '#app/ui/notice/notices.ts';

const keptName = 'kerbside_clicked';

/** Where a click was about to lead; `isAct`: it was to do something first. */
type Kept = { to: string; isAct: boolean };

/**
 * Does after a reload what the click before it asked for. The router reloads the page where the script of a screen is gone, which it is in
 * a tab that was opened before an upgrade; an act is not repeated by itself, but it is said that it was not done.
 */
export function useClickAfterReload(): void {
  const { state, location, formMethod } = useNavigation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come
  useEffect(() => {
    const kept = readStored('sessionStorage', keptName) as Kept | null;
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!kept || load?.type !== 'reload') return;
    if (kept.isAct)
      showNotice({
        tone: 'destructive',
        title: 'Press it again',
        description: 'Kerbside has been upgraded since this page was opened, so what you pressed was not done.',
      });
    else void navigate(kept.to);
  }, []);
  useEffect(() => {
    const isAct = state === 'submitting' && formMethod !== 'GET';
    const to = location && location.pathname + location.search;
    writeStored('sessionStorage', keptName, to ? ({ to, isAct } satisfies Kept) : null);
  }, [state, location, formMethod]);
}
