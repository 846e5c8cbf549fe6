/** A string of the content and where it stands. */
export type Wording = { file: string; field: string; text: string };

const bannedWording = [
  /at no cost|no cost to you|free of charge|completely free|risk[- ]free|no[ -]win,?[ -]no[ -]fee/i,
  /guarantee\w*|you(?:'ll| will) win|will succeed|100%|success rate/i,
  /PAS ?2060|PAS ?125\b|Road Traffic Act 1970|third-party insurer|heads of loss/i,
  /approved by|TfL[- ]approved|award[- ]winning|market[- ]leading|number one|\bsince (?:19|20)\d\d\b/i,
  /\$(?:always|openHours|withinTarget)\b/,
  /\[(?:GK|V)\b[^\]]*\]|\{\w+\}|\bTODO\b|lorem ipsum/i,
];

/** Words that are allowed only in a paragraph which also says when there is something to pay. */
const costPromise = /no upfront[\w ]{0,8} cost|nothing (?:up ?front|to pay)|pay nothing/i;
const costTerms =
  /\b(?:may|might|could|would|can) (?:still )?(?:have to pay|be asked to pay|owe)|\bif you (?:break|mislead|share|stop helping)/i;

export function wordingProblems({ file, field, text }: Wording): string[] {
  const found = bannedWording.flatMap((banned) => banned.exec(text)?.[0] ?? []);
  const unqualified = text
    .split(/\n\s*\n/)
    .flatMap((words) => (costTerms.test(words) ? [] : (costPromise.exec(words)?.[0] ?? [])));
  return [
    ...found.map((words) => `${file}: ${field} must not say "${words}".`),
    ...unqualified.map((words) => `${file}: ${field} must not say "${words}" without its terms in the same paragraph.`),
  ];
}

export function wordingIn(file: string, data: unknown, path: PropertyKey[] = []): Wording[] {
  if (typeof data === 'string') return [{ file, field: fieldName(path), text: data }];
  if (Array.isArray(data)) return data.flatMap((item, index) => wordingIn(file, item, [...path, index]));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => wordingIn(file, value, [...path, key]));
}

export function fieldName(path: PropertyKey[]): string {
  return (
    path.map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth ? '.' : ''}${String(key)}`)).join('') || 'the file'
  );
}
