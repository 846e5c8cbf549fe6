const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "21 November at 10:05", whatever zone the server keeps. */
export function londonMoment(milliseconds: number): string {
  return format.format(milliseconds);
}
