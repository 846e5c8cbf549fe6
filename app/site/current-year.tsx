import { useEffect, useState } from 'react';

/** The year of the visit. The page may have been rendered in an earlier one, so the browser has the last word. */
export function CurrentYear() {
  // The browser begins with nothing, which leaves the server's text alone and differs from the year that follows.
  const [year, setYear] = useState(() => (typeof document === 'undefined' ? new Date().getFullYear() : ''));
  useEffect(() => setYear(new Date().getFullYear()), []);
  return <span suppressHydrationWarning>{year}</span>;
}
