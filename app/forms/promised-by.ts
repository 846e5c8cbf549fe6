const zone = { timeZone: 'Europe/London' } as const;
const clock = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { ...zone, weekday: 'long', day: 'numeric', month: 'long' });

/** "14:05 tomorrow, Saturday 21 November", on the office's clock. */
export function promisedBy(sentAt: number, hours: number): string {
  const due = sentAt + hours * 3_600_000;
  const tomorrow = day.format(due) === day.format(sentAt + 24 * 3_600_000) ? ' tomorrow' : '';
  return `${clock.format(due)}${tomorrow}, ${day.format(due)}`;
}
