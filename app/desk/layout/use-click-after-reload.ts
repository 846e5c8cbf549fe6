import { useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { readStored, writeStored } from '#app/forms/browser-storage.ts';
import { showNotice } from '#app/ui/notice/notices.ts';

const keptName = 'kerbside_clicked';

/** How long a click is kept until React has rendered that the router loads, which takes a slow machine a moment. */
const renderMs = 3_000;

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
  const isLoading = useRef(false);
  useEffect(() => {
    const isAct = state === 'submitting' && formMethod !== 'GET';
    const to = location && location.pathname + location.search;
    isLoading.current = to !== undefined;
    keep(to ? { to, isAct } : null);
  }, [state, location, formMethod]);
  // The script may have failed, and the page be reloaded, before any of that is rendered.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const note = (event: Event) => {
      const kept = event.defaultPrevented ? clicked(event) : null;
      if (!kept) return;
      keep(kept);
      clearTimeout(timer);
      timer = setTimeout(() => isLoading.current || keep(null), renderMs);
    };
    for (const type of ['click', 'submit']) document.addEventListener(type, note);
    return () => {
      for (const type of ['click', 'submit']) document.removeEventListener(type, note);
      clearTimeout(timer);
    };
  }, []);
}

function keep(kept: Kept | null): void {
  writeStored('sessionStorage', keptName, kept);
}

/** What a click on a link, or the sending of a form that does something, asks for. */
function clicked({ type, target }: Event): Kept | null {
  if (type === 'submit') return target instanceof HTMLFormElement && target.method === 'post' ? { to: '', isAct: true } : null;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  return link ? { to: link.pathname + link.search, isAct: false } : null;
}
