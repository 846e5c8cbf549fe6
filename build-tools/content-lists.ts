import type { ClosedDays } from '../content/opening-hours.ts';
import type { Promises } from './content-promises.ts';
import type { Wording } from './content-wording.ts';

/** What a page's layout is made for. */
const most: [file: string, field: string, count: number][] = [
  ['content/faq.ts', 'homeFaq', 12],
  ['content/faq.ts', 'faq', 30],
  ['content/steps.ts', 'steps', 6],
  ['content/values.ts', 'values', 6],
  ['content/benefits.ts', 'benefits', 6],
  ['content/complaints.ts', 'complaints', 10],
  ['content/testimonials.ts', 'testimonials', 30],
];

/** Of modules by the names of their files. */
export function listProblems(modules: Record<string, Record<string, unknown>>): string[] {
  return most.flatMap(([file, field, count]) => countProblems(file, field, modules[file]?.[field], { least: 1, most: count }));
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

/** Answers lead to the page that says more. */
export function answerProblems(wording: Wording[], ours: string[]): string[] {
  const strange = wording.filter(({ field, text }) => field.endsWith('.more.to') && !ours.includes(text));
  return strange.map(({ file, field, text }) => `${file}: ${field} must not be ${text}, which is no page.`);
}

/** Who is there on every day of the year has no day on which nobody is. */
export function closedDayProblems(modules: Record<string, Record<string, unknown>>): string[] {
  const { openingHours } = (modules['content/site.ts']?.site ?? {}) as Partial<Promises>;
  const { closedDays } = (modules['content/closed-days.ts'] ?? {}) as { closedDays?: ClosedDays };
  if (openingHours !== 'always' || !closedDays?.days?.length) return [];
  return ["content/closed-days.ts: days must be empty, because openingHours in content/site.ts is 'always'."];
}
