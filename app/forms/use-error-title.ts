import { useEffect } from 'react';

const prefix = 'Error: ';

/** Says in the page's title that something has to be corrected: the first thing a screen reader reads, and what a tab shows. */
export function useErrorTitle(wrong: boolean): void {
  useEffect(() => {
    if (!wrong) return;
    document.title = prefix + document.title.replace(prefix, '');
    return () => {
      document.title = document.title.replace(prefix, '');
    };
  }, [wrong]);
}
