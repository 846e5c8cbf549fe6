const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** "Friday 20 November 2026 at 22:05 GMT", whatever zone the server keeps. */
export function londonTime(milliseconds: number): string {
  return format.format(milliseconds);
}
