import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in a text: `extension` is '' where it has none, `typed` is what of the text it is. */
export type PhoneNumber = { e164: string; extension: string; typed: string };

type Found = PhoneNumber & { start: number; end: number };

/** Digits without anything between them. `isTrunk`: the (0) that is dialled only without the code of the country. */
type Group = { digits: string; start: number; end: number; isTrunk: boolean };

/** How often the library is asked about a text, which takes its time. Only a script writes so many foreign numbers. */
const mostLookups = 200;

/** How many groups of digits are divided into numbers together. Only a script writes so many in one line. */
const longestRun = 100;

/** How many numbers of a text are shown as the library writes them. Only a script types so many. */
const mostShown = 20;

/** The library as far as it may still be asked about a text, with what it said of numbers. */
type Library = { left: number; valid: Map<string, boolean> };

/** Every phone number in a typed text, each once, in whatever digits it was typed. What cannot be rung is none. */
export function phoneNumbersIn(text: string): PhoneNumber[] {
  return eachOnce(found(text));
}

function eachOnce(all: Found[]): PhoneNumber[] {
  const numbers = new Map<string, PhoneNumber>();
  for (const { start: _start, end: _end, ...number } of all) {
    const key = `${number.e164};${number.extension}`;
    if (!numbers.has(key)) numbers.set(key, number);
  }
  return [...numbers.values()];
}

/** The numbers in a typed text, each once, and what stands before, between and behind them. */
export function splitAtNumbers(text: string): { numbers: PhoneNumber[]; rest: string[] } {
  const all = found(text);
  return { numbers: eachOnce(all), rest: textBeside(all, text) };
}

function textBeside(all: Found[], text: string): string[] {
  const characters = Array.from(text);
  const starts = [...all.map(({ start }) => start), characters.length];
  return starts.map((start, index) => characters.slice(all[index - 1]?.end ?? 0, start).join(''));
}

/**
 * A typed text for lists of British offices: British numbers as `07700 900123`, foreign ones as `00353 85 012 3456`, an extension as
 * `ext. 12`, and all other words as they were typed.
 */
export function withNationalNumbers(text: string): string {
  const all = found(text).slice(0, mostShown);
  const shown = all.map(shownAs);
  return textBeside(all, text)
    .map((words, index) => words + (shown[index] ?? ''))
    .join('');
}

/**
 * A typed text in one line of a list: as it was typed, or where letters or digits of other scripts would turn its groups round on the
 * screen, the numbers in it.
 */
export function phoneInLine(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return phoneNumbersIn(text).map(shownAs).join(', ') || text;
}

/** A number as it is shown and reached; no message reaches an extension. */
export type PhoneLinks = { shown: string; call: string; sms: string | null; whatsapp: string | null };

/** A typed text as the numbers in it. `words`: what was typed, where it says more than these or is none that can be rung. */
export type PhoneView = { numbers: PhoneLinks[]; words: string };

export function phoneViewOf(text: string): PhoneView {
  const { numbers, rest } = splitAtNumbers(text);
  const saysMore = numbers.length > mostShown || /[\p{L}\p{N}]/u.test(rest.join(''));
  return { numbers: numbers.slice(0, mostShown).map(linksOf), words: saysMore ? text.trim() : '' };
}

function linksOf(number: PhoneNumber): PhoneLinks {
  const { e164, extension } = number;
  const shown = shownAs(number);
  if (extension) return { shown, call: `tel:${e164};ext=${extension}`, sms: null, whatsapp: null };
  return { shown, call: `tel:${e164}`, sms: `sms:${e164}`, whatsapp: `https://wa.me/${e164.slice(1)}` };
}

/** A number as it is dialled in Britain, with its spaces and its extension. */
function shownAs({ e164, extension }: PhoneNumber): string {
  const parsed = parsePhoneNumberFromString(e164);
  const international = parsed?.formatInternational() ?? e164;
  const shown = isBritish(e164) ? parsed?.formatNational() : international.replace('+', '00');
  return `${shown ?? e164}${extension && ` ext. ${extension}`}`;
}

/** The digits of a number as it is dialled in its own country. */
export function localDigits(e164: string): string {
  if (isBritish(e164)) return `0${e164.slice(3)}`;
  return (parsePhoneNumberFromString(e164)?.formatNational() ?? e164).replaceAll(/\D/g, '');
}

export function isBritish(e164: string): boolean {
  return e164.startsWith('+44');
}

/** The text with ASCII's digits, plus, spaces and dashes, of as many UTF-16 units as the text has characters. */
export function plainDigits(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/gu, (character) => {
    if (/\p{Nd}/u.test(character)) return asciiDigits(character);
    if (/[＋⁺﹢]/u.test(character)) return '+';
    if (/[\p{Zs}\p{Cf}]/u.test(character)) return ' ';
    if (/\p{Pd}|[−‧·]/u.test(character)) return '-';
    return character.length === 1 ? character : '\ufffd';
  });
}

/** The text with ASCII's digits in the place of those of other scripts. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
}

/** The value of a decimal digit: each script has its ten together, in order. */
function digitOf(codePoint: number): number {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before++;
  return before % 10;
}

function found(text: string): Found[] {
  if (!/\p{Nd}/u.test(text)) return [];
  const plain = plainDigits(text).replaceAll(/\b[Oo](?=\d{3})/g, '0');
  const characters = plain.length === text.length ? text : Array.from(text);
  const library: Library = { left: mostLookups, valid: new Map() };
  return runsIn(plain).flatMap((groups) =>
    numbersOf(groups, library).map(({ e164, start: first, end: last }): Found => {
      const start = plain[first - 1] === '(' && plain.slice(first, last).includes(')') ? first - 1 : first;
      const [marked = '', extension = ''] =
        /^[\s,;(]*(?:ext(?:ensi?on|n)?|x|#)[\s.:#=]*(\d{1,7})(?!\d|[ .-][1-9])\)?/i.exec(plain.slice(last, last + 30)) ?? [];
      const end = last + marked.length;
      const typed = characters.slice(start, end);
      return { e164, extension, typed: typeof typed === 'string' ? typed : typed.join(''), start, end };
    }),
  );
}

/**
 * Digits that only spaces, dots, hyphens, brackets and single strokes part. Few digits that belong to a word, as in `6pm`, `14:30` and `LX21`, end
 * a run and are in none.
 */
function runsIn(plain: string): Group[][] {
  const runs: Group[][] = [];
  let last = -1;
  for (const { 0: text, index: start } of plain.matchAll(/(?:\+[ (]{0,2})?\d+/g)) {
    const end = start + text.length;
    const endsWord = /\p{L}/u.test(plain[start - 1] ?? '') && /^[1-9]\d{0,3}$/.test(text);
    const beginsWord = text.length < 5 && /^(?:(?!ext|x\s?\d)\p{L}|:\d)/iu.test(plain.slice(end, end + 4));
    if (endsWord || beginsWord) {
      last = -1;
      continue;
    }
    const between = last < 0 ? null : plain.slice(last, start);
    const isNext =
      between !== null && !text.startsWith('+') && (/^[ \t.()[\]_-]*$/.test(between) || /^\/[1-9]/.test(between + text));
    const isTrunk = text === '0' && plain[start - 1] === '(' && plain[end] === ')';
    const group = { digits: text.replaceAll(/[ (]/g, ''), start, end, isTrunk };
    const run = runs.at(-1);
    if (isNext && run && run.length < longestRun) run.push(group);
    else runs.push([group]);
    last = end;
  }
  return runs;
}

type Reading = { e164: string; start: number; end: number };
type Best = { covered: number; readings: Reading[] };

/** The numbers of a run: of all ways to divide it, the one that leaves out the fewest digits, and has the most valid numbers. */
function numbersOf(groups: Group[], library: Library): Reading[] {
  const best: Best[] = Array(groups.length + 1).fill({ covered: 0, readings: [] });
  for (let from = groups.length - 1; from >= 0; from--) {
    best[from] = best[from + 1] as Best;
    for (let to = from + 1, length = 0; to <= groups.length && library.left > 0; to++) {
      length += groups[to - 1]?.digits.length ?? 0;
      if (length > longest) break;
      const part = groups.slice(from, to);
      const e164 = length < shortest ? null : read(part, library);
      if (!e164) continue;
      const [rest, known] = [best[to] as Best, best[from] as Best];
      const covered = rest.covered + length;
      if (covered < known.covered) continue;
      const reading = { e164, start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0 };
      const readings = [reading, ...rest.readings];
      const isBetter = covered > known.covered || countValid(readings, library) > countValid(known.readings, library);
      if (isBetter) best[from] = { covered, readings };
    }
  }
  return best[0]?.readings ?? [];
}

function countValid(readings: Reading[], library: Library): number {
  return readings.filter(({ e164 }) => isValid(e164, library)).length;
}

function isValid(e164: string, library: Library): boolean {
  if (!library.valid.has(e164) && library.left > 0) {
    library.left--;
    library.valid.set(e164, parsePhoneNumberFromString(e164)?.isValid() ?? false);
  }
  return library.valid.get(e164) ?? false;
}

/** With the 00 and the 0 that may stand before and within a number of fifteen digits. */
const [shortest, longest] = [7, 18];

/** Groups as one number in E.164; null where they are none that can be rung from Britain. */
function read(groups: Group[], library: Library): string | null {
  const all = groups.map(({ digits }) => digits).join('');
  // The (0) of +44 (0)20 is not dialled, and the library knows so only of some countries.
  const dialled = groups
    .filter(({ isTrunk }, index) => index === 0 || !isTrunk)
    .map(({ digits }) => digits)
    .join('');
  // Any ten digits that begin as a British number does: those for drama, and ranges newer than the library, are not valid, and numbers all the same.
  const [, british] = /^(?:0|(?:\+|00)?440?|(?=7))([1235789]\d{9})$/.exec(dialled) ?? [];
  if (british) return `+44${british}`;
  // Northern Ireland, as it is dialled from the Republic.
  if (/^048\d{8}$/.test(all)) return `+4428${all.slice(3)}`;
  const parse = (number: string, country: 'GB' | 'IE' = 'GB') => {
    library.left--;
    const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
    const isEnough = parsed?.isValid() || (number.startsWith('+') && parsed?.countryCallingCode !== '44' && parsed?.isPossible());
    return parsed && isEnough ? parsed : null;
  };
  if (/^(?:\+|00)/.test(all)) return parse(`+${dialled.replace(/^(?:\+|00)/, '')}`)?.number ?? null;
  // An Irish mobile: no British number begins so and is as short.
  if (/^08[35679]\d{7}$/.test(all)) return parse(all, 'IE')?.number ?? null;
  // Shorter numbers, and those whose 0 a list of numbers has lost.
  if (/^0\d{7,9}$|^[1-3]\d{9}$/.test(all)) return parse(all)?.number ?? null;
  const abroad = /^[1-9]\d{10,14}$/.test(dialled) ? parse(`+${dialled}`) : null;
  return abroad?.isValid() ? abroad.number : null;
}
