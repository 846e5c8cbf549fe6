import { useEffect, useState } from 'react';

/** The time, which moves on while somebody looks. It begins with the server's, so that both draw the same. */
export function useNow(atServer: number, everyMs = 20_000): number {
  const [now, setNow] = useState(atServer);
  useEffect(() => {
    // The phone's own clock may be wrong: only how much time has passed is taken from it.
    const began = performance.now();
    setNow(atServer);
    const timer = setInterval(() => setNow(atServer + performance.now() - began), everyMs);
    return () => clearInterval(timer);
  }, [atServer, everyMs]);
  return now;
}
