import type { ClosedDays } from '../content/opening-hours.ts';
import { nearestName } from './nearest-name.ts';
import type { Promises } from './promises.ts';
import type { Wording } from './wording.ts';

/** What a page's layout is made for. */
const limits: [file: string, field: string, least: number, most: number][] = [
  ['content/faq.ts', 'homeFaq', 1, 12],
  ['content/faq.ts', 'faq', 1, 30],
  ['content/steps.ts', 'steps', 1, 6],
  ['content/values.ts', 'values', 1, 6],
  ['content/benefits.ts', 'benefits', 1, 6],
  ['content/complaints.ts', 'complaints', 1, 10],
  ['content/testimonials.ts', 'testimonials', 0, 30],
];

/** Of modules by the names of their files. */
export function listProblems(modules: Record<string, Record<string, unknown>>): string[] {
  return limits.flatMap(([file, field, least, most]) => countProblems(file, field, modules[file]?.[field], { least, most }));
}

export function countProblems(
  file: string,
  field: string,
  list: unknown,
  { least, most }: { least: number; most: number },
): string[] {
  if (!Array.isArray(list) || (list.length >= least && list.length <= most)) return [];
  return [`${file}: ${field} must have ${least} to ${most} items, found ${list.length}.`];
}

/** Answers lead to the page that says more. That its address starts with / is a matter of shape. */
export function answerProblems(wording: Wording[], ours: string[]): string[] {
  const strange = wording.filter(({ field, text }) => field.endsWith('.more.to') && text.startsWith('/') && !ours.includes(text));
  return strange.map(({ file, field, text }) => {
    const page = pageMeant(text, ours);
    return `${file}: ${field} must not be ${text}, which is no page${page ? `: write ${page}` : ''}.`;
  });
}

/** The page that is meant by an address with backslashes, .md behind it, or the name of a site before it. */
export function pageMeant(address: string, ours: string[]): string | undefined {
  const letters = (path: string) => path.toLowerCase().replace(/%5c|[^a-z\d]/g, '');
  const path = address.replace(/^https?:\/\/[^/\\]*/i, '').replace(/\.(?:md|html?)$/i, '');
  const same = letters(path) && ours.find((page) => letters(page) === letters(path));
  return same || (path === address ? nearestName(path, ours) : undefined);
}

/** Who is there on every day of the year has no day on which nobody is. */
export function closedDayProblems(modules: Record<string, Record<string, unknown>>): string[] {
  const { openingHours } = (modules['content/site.ts']?.site ?? {}) as Partial<Promises>;
  const { closedDays } = (modules['content/closed-days.ts'] ?? {}) as { closedDays?: ClosedDays };
  if (openingHours !== 'always' || !closedDays?.days?.length) return [];
  return ["content/closed-days.ts: days must be empty, because openingHours in content/site.ts is 'always'."];
}
