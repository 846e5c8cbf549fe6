import { useEffect, useState } from 'react';

/** The year of the visit. The page may have been rendered in an earlier one, so the browser has the last word. */
export function CurrentYear() {
  const [year, setYear] = useState<number | null>(null);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return <span suppressHydrationWarning>{year ?? new Date().getFullYear()}</span>;
}
