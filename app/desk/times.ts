import { useEffect, useState } from 'react';
import { londonMidnight } from '#forms/london-day.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A submission counts as due soon when its target is less than this away. */
export const soonMs = 2 * hourMs;

/** A duration such as "4 min", "1 h 40 min", "1 day 2 h" or "8 days": short enough for a glance, and never rounded up. */
export function span(ms: number): string {
  const rest = Math.abs(ms);
  if (rest < minuteMs) return 'under a minute';
  if (rest < hourMs) return `${Math.floor(rest / minuteMs)} min`;
  const hours = Math.floor(rest / hourMs);
  const minutes = Math.floor((rest % hourMs) / minuteMs);
  if (rest < dayMs) return minutes === 0 || hours >= 12 ? `${hours} h` : `${hours} h ${minutes} min`;
  const days = Math.floor(rest / dayMs);
  const words = days === 1 ? '1 day' : `${days} days`;
  const hoursOfDay = hours % 24;
  return hoursOfDay === 0 || days >= 7 ? words : `${words} ${hoursOfDay} h`;
}

/** How long ago something was, such as "4 min ago". */
export function ago(ms: number): string {
  return ms < minuteMs ? 'just now' : `${span(ms)} ago`;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', day: 'numeric', month: 'short', year: 'numeric' });

/** A time in London, such as "Fri, 20 Nov 2026, 14:05". */
export function londonMoment(at: number): string {
  return moment.format(at);
}

export function londonDay(at: number): string {
  return day.format(at);
}

/** The first millisecond of a day in London, given as 2026-11-20; null for an invalid one. */
export function startOfLondonDay(text: string | null): number | null {
  const date = dateOf(text);
  return date === null ? null : londonMidnight(date);
}

/** The first millisecond after a day in London; null for an invalid one. */
export function endOfLondonDay(text: string | null): number | null {
  const date = dateOf(text);
  return date === null ? null : londonMidnight(date + dayMs);
}

function dateOf(text: string | null): number | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(date) ? null : date;
}

/**
 * The current time, which moves on while the page is open. It begins with the server's, so that server and browser render the same.
 */
export function useNow(atServer: number, everyMs = 20_000): number {
  const [now, setNow] = useState(atServer);
  useEffect(() => {
    // The device's clock may be wrong, so only the time that has passed is taken from it.
    const began = performance.now();
    setNow(atServer);
    const timer = setInterval(() => setNow(atServer + performance.now() - began), everyMs);
    return () => clearInterval(timer);
  }, [atServer, everyMs]);
  return now;
}
