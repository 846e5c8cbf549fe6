import { useEffect, useState } from 'react';
import { day, hour, minute } from '#forms/durations.ts';
import { londonFormat, londonMidnight } from '#forms/london-day.ts';

/** A submission counts as due soon when its target is less than this away. */
export const soonMs = 2 * hour;

/** A duration such as "4 min", "1 h 40 min", "1 day 2 h" or "8 days": short enough for a glance, and never rounded up. */
export function span(ms: number): string {
  const rest = Math.abs(ms);
  if (rest < minute) return 'under a minute';
  if (rest < hour) return `${Math.floor(rest / minute)} min`;
  const hours = Math.floor(rest / hour);
  const minutes = Math.floor((rest % hour) / minute);
  if (rest < day) return minutes === 0 || hours >= 12 ? `${hours} h` : `${hours} h ${minutes} min`;
  const days = Math.floor(rest / day);
  const words = days === 1 ? '1 day' : `${days} days`;
  const hoursOfDay = hours % 24;
  return hoursOfDay === 0 || days >= 7 ? words : `${words} ${hoursOfDay} h`;
}

/** How long ago something was, such as "4 min ago". */
export function ago(ms: number): string {
  return ms < minute ? 'just now' : `${span(ms)} ago`;
}

/** A date such as "20 Nov 2026". */
export const londonDay = londonFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** The first millisecond of a day in London, given as 2026-11-20; null for an invalid one. */
export function startOfLondonDay(text: string | null): number | null {
  const date = dateOf(text);
  return date === null ? null : londonMidnight(date);
}

/** The first millisecond after a day in London; null for an invalid one. */
export function endOfLondonDay(text: string | null): number | null {
  const date = dateOf(text);
  return date === null ? null : londonMidnight(date + day);
}

function dateOf(text: string | null): number | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(date) ? null : date;
}

/**
 * The current time, which moves on while the page is open. It begins with the server's, so that server and browser render the same.
 */
export function useNow(atServer: number): number {
  const [now, setNow] = useState(atServer);
  useEffect(() => {
    // The device's clock may be wrong, so only the time that has passed is taken from it.
    const began = performance.now();
    setNow(atServer);
    const timer = setInterval(() => setNow(atServer + performance.now() - began), 20_000);
    return () => clearInterval(timer);
  }, [atServer]);
  return now;
}
