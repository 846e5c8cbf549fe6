import { dateInWords } from './london-day.ts';

/**
 * What an answer to a question for a date says: midnight UTC of the date, or why it is none. Any text is taken, as the specification has
 * no bound. A browser set to American English makes the year 12026 of a British date, and programs send 20/11/2026.
 */
export function readDate(text: string): number | 'unknown year' | 'no date' {
  const [, year] = /^(\d{4,6})-\d\d-\d\d$/.exec(text) ?? [];
  if (year && (year.length > 4 || year < '1900')) return 'unknown year';
  // What is in no calendar has no words.
  return year && dateInWords(text) !== text ? Date.parse(text) : 'no date';
}
