import { useEffect } from 'react';
import { showNotice } from '#app/ui/notice/notices.ts';

/**
 * Without a connection a link of the desk leads nowhere: the page stays with everything that was typed, and says so. Otherwise the
 * browser would put its own error page in its place.
 */
export function useOfflineLinks(): void {
  useEffect(() => {
    function stay(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link || navigator.onLine || link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      event.stopPropagation();
      showNotice({
        tone: 'destructive',
        title: 'You are offline',
        description: 'The desk works only online. What you typed stays here.',
      });
    }
    document.addEventListener('click', stay, { capture: true });
    return () => document.removeEventListener('click', stay, { capture: true });
  }, []);
}
