import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { showNotice } from '#app/ui/notice/notices.ts';
import { minute } from '#forms/durations.ts';
import type { Ringing as Waiting } from '#server/claims/queue/read-ringing.ts';
import { span } from '../times.ts';
import { titleOfPage } from './page-announcement.tsx';
import { claimRing, createRings, isSoundOn, mayRing, playRing } from './ring.ts';

/** How often the desk asks who waits. Where somebody saves data, less often. */
const askEveryMs = minute / 2;
const askSavingMs = 2 * minute;

type Answer = { now: number; ringing: Waiting[] };

/**
 * Who waits by a target of minutes or two hours: a link in the header, a count in the title of the page, a notice when somebody else begins
 * to wait or a target is over, and a short sound where it is switched on. A page in the background, which has no live updates, asks by
 * itself, because that is where it is needed.
 */
export function Ringing({ staffId, loaded }: { staffId: string; loaded: Answer }) {
  const [asked, setAsked] = useState(loaded);
  const { now, ringing } = asked.now > loaded.now ? asked : loaded;
  const rings = useRef<ReturnType<typeof createRings>>(null);
  const count = ringing.length;
  const countText = count === 1 ? '1 waits' : `${count} wait`;
  const location = useLocation();

  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    async function ask() {
      const response = await fetch('/desk/ringing').catch(() => null);
      // Other parts of the page say so where the session has ended or nothing answers.
      if (response?.ok) setAsked(await response.json());
    }
    const askNow = () => void (document.visibilityState === 'visible' && ask());
    const timer = setInterval(ask, connection?.saveData ? askSavingMs : askEveryMs);
    // Somebody who comes back to the page, as by pressing a push message, sees at once who waits.
    document.addEventListener('visibilitychange', askNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askNow);
    };
  }, []);

  useEffect(() => {
    rings.current ??= createRings();
    const fresh = rings.current(ringing, now);
    const [first] = fresh;
    if (!first) return;
    showNotice({
      tone: 'plain',
      title: first.targetAt <= now ? 'A first call is late' : 'Somebody waits for a first call',
      description: `Our target ${first.targetAt <= now ? 'is over' : `ends in ${span(first.targetAt - now)}`}. Open it above: ${countText}.`,
    });
    // A tab that may not make a sound leaves it to one that may.
    if (isSoundOn(staffId) && mayRing()) void claimRing(fresh, now).then((isOurs) => isOurs && playRing());
  }, [ringing, now, staffId, countText]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets its own title, to which the count is added again
  useEffect(() => {
    document.title = count === 0 ? titleOfPage() : `(${count}) ${titleOfPage()}`;
  }, [count, location.key]);

  const [first] = ringing;
  if (!first) return null;
  return (
    <Link to={`/desk/submissions/${first.id}`} className="badge badge-late not-printed">
      {countText}
      <span className="sr-only"> for a first call: open the one whose target ends first</span>
    </Link>
  );
}
