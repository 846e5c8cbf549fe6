/**
 * What keeps a phrase at the end of a line from being understood as a time: words of time beside it, which it leaves out, and a number
 * that it belongs to.
 */

const weekday = '(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)';
/** Months that are no other word. */
const namedMonth =
  '(?:jan|feb|sept?|oct|nov|dec|january|february|september|october|november|december|in (?:march|april|may|june|july|august))';
const month = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';

/** They change which day is meant, wherever they are in a sentence: "next week, Tuesday at 10". */
const otherDay =
  /\b(?:next|following|week|wk|fortnight|month|weekends?|weekdays?|every|daily|christmas|xmas|easter|bank holiday|new year)\b/;

/** Days that may be meant instead of the day that was read, or with it: "Monday or Tuesday at 10". */
export const daysBeside = new RegExp(
  String.raw`\b(?:tomorrow|${weekday}|(?:sat|sun)\s?(?:or|and|[/-]|\d{1,2})|\d{1,2}/\d{1,2}|\d{1,2}([.-])\d{1,2}\1\d{2,4}|${namedMonth}|\d{1,2}(?:st|nd|rd|th)(?!\s*part(?:y|ies))|\d{1,2}\s?${month}|${month}\s\d{1,2})(?!\w)`,
);

/** Other words of time, of which a line has many, and which change a time only in its own part of a sentence: "was hit at 5pm". */
const beside =
  /\b(?:today|tonight|yesterday|mornings?|afternoons?|evenings?|nights?|midnight|midday|noon|half|quarter|last|ago|earlier|since|until|till?|before|between|weeks|wks|months|days?|hours?|hrs?|minutes|mins?|was|were|came|happened|hit|\d{1,2}:\d\d|\d{1,2}\s?[ap]m|t\d{1,4})\b|\+\d+[mhdw]\b|\b(?:not|never|cannot|\w+n['’]?t)(?:\s+(?:do|make|ring|call|phone|be|free|available|in|speak|talk))?\s*$|\b(?:accident|crash|collision|lives)(?:\s(?:on|was))?$/;

const money =
  /[£$€]|\b(?:excess|paid|pays?|owes?|fees?|costs?|price|premium|deposit|invoice|bill|quoted?|valued?|worth|pounds|quid)\b/;

/**
 * What is said of a time beside its moment. `hasDay`: the day was read with it. `isOurs`: shorthand such as t10, which nobody types by
 * chance. `mayBeMoney`: 12.50 or 250, in which nothing says that it is a time.
 */
export type KindOfTime = { hasDay: boolean; isOurs: boolean; mayBeMoney: boolean };

export function hasWordsOfTime(line: string, { hasDay, isOurs, mayBeMoney }: KindOfTime): boolean {
  const rest = line.toLowerCase();
  if (isOurs) return /\bor$/.test(rest);
  if (/(?:\b(?:or|and|to)|[-–/&]|\d[.-]\d{1,2})$/.test(rest)) return true;
  const sentence = rest.split(/[.;!?]\s+/).at(-1) ?? '';
  const part = rest.split(/(?:[.,;:!?()–—]|\s-)\s+(?!or\b)|\b(?:but|so|then)\b/).at(-1) ?? '';
  if (mayBeMoney && money.test(part)) return true;
  return otherDay.test(hasDay ? sentence : rest) || daysBeside.test(hasDay ? part : rest) || beside.test(part);
}

const numbered = new Set(
  'reg plate vrm registration policy ref reference claim number no postcode flat room unit plot junction bus route bay'.split(
    ' ',
  ),
);

/** Whether what follows belongs to a plate, a policy number or the like: "policy AB 12", "his reg is". */
export function isPartOfNumber(line: string): boolean {
  const words = line.split(/[\s:#]+/).filter((word) => word !== '');
  while (/^(?:[A-Z\d/.-]+|is|no\.?|number|nr)$/.test(words.at(-1) ?? '') && words.length > 1) words.pop();
  return numbered.has((words.at(-1) ?? '').toLowerCase().replace(/[.,]$/, ''));
}
