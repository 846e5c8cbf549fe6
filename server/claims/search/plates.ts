import { asciiDigits } from '#forms/phone-numbers.ts';

/** What is taken for each other on a number plate, each pair as its digit. */
const lookAlikes: Record<string, string> = { o: '0', i: '1', s: '5', z: '2', b: '8' };

/**
 * British and Northern Irish plates that are hardly anything else, without spaces: L is a letter, D a digit, N the letter I or Z, X the letter
 * D or X. All others (dateless, trade, foreign) are plates where nothing stands beside them: in a field for one, or as a whole search.
 */
const shapes = [
  'LLDDLLL', // since 2001
  ...['LDLLL', 'LDDLLL', 'LDDDLLL'], // 1983 to 2001, and Q
  ...['LLLDL', 'LLLDDL', 'LLLDDDL'], // 1963 to 1983
  ...['LNLDDDD', 'LLNDDDD', 'NLDDDD', 'LNDDDD', 'DDDDLNL', 'DDDDLLN', 'DDDDNL', 'DDDDLN'], // Northern Ireland
  'DDDXDDD', // diplomatic
  'DDLLDD', // military
];

const [letters, digits] = ['abcdefghijklmnopqrstuvwxyz', '0123456789'];

/** What stands at each place of a shape, and what is taken for it. */
const places: Record<string, { typed: string; mistaken: string }> = {
  L: { typed: letters, mistaken: '01258' },
  D: { typed: digits, mistaken: 'oiszb' },
  N: { typed: 'iz', mistaken: '12' },
  X: { typed: 'dx', mistaken: '' },
};

const lengths = shapes.map(({ length }) => length);
const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];

const postcode = /^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/;

/** A longer answer is more than a plate. */
const longestPlate = 10;

/** How much of a field for a plate is found by each of its parts. */
const longestField = 100;

/** `mistakes`: how many look-alikes it was read with. */
type Plate = { plate: string; start: number; end: number; mistakes: number };

/** A plate as it is compared: the same for all ways to write it, and for letters and digits that are taken for each other. */
export function plateKey(text: string): string {
  return bare(text).replaceAll(/[oiszb]/g, (letter) => lookAlikes[letter] ?? letter);
}

/** The plates in a field for one: what was typed as a whole, or those among other words. None where it says "unknown". */
export function platesOf(field: string): string[] {
  const whole = bare(field);
  if (mistakesIn(whole) !== null) return [whole];
  const isPlausible = mayBePlate(field);
  // What may be one of another country is not read as a part of it with a mistake.
  const within = platesIn(field, { isSearch: true }).filter(({ mistakes }) => mistakes === 0 || !isPlausible);
  if (within.length > 0) return within.map(({ plate }) => plate);
  return isPlausible ? [whole] : [];
}

/** Whether all of a text may be a plate of any form. */
export function mayBePlate(text: string): boolean {
  const whole = bare(text);
  if (/^\d+$/.test(whole)) return whole.length === 5;
  return (/\d/.test(whole) && whole.length <= longestPlate) || /^(?:[a-z][iszb]|[iszb][a-z])$/.test(whole);
}

/**
 * The plates among the words of a text. What somebody searches for is read with look-alikes and in any case. In prose "on 12 May", "M25 and"
 * and a postcode are none: what has spaces in it, or a look-alike, is in capitals there, in a text that is not.
 */
export function platesIn(typed: string, { isSearch = false } = {}): Plate[] {
  const text = plainText(typed);
  const words = Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
  const hasDigit = words.map(({ word }) => /\d/.test(word));
  const isMixed = /\p{Ll}/u.test(text);
  const plates: Plate[] = [];
  for (let from = 0, taken = 1; from < words.length; from += taken) {
    taken = 1;
    // Most words are read no further.
    if (!hasDigit[from] && !hasDigit[from + 1] && !hasDigit[from + 2]) continue;
    for (const count of [3, 2, 1]) {
      const group = words.slice(from, from + count);
      const [first, last] = [group[0], group.at(-1)];
      const written = group.map(({ word }) => word).join('');
      if (group.length < count || written.length < shortest || written.length > longest) continue;
      const plate = written.toLowerCase();
      const mistakes = mistakesIn(plate);
      if (mistakes === null || !first || !last || !areBeside(text, group)) continue;
      const isAsIssued = mistakes === 0 && (count === 1 || (count === 2 && /^[a-z]{2}\d\d$/i.test(first.word)));
      const isInCapitals = isMixed && mistakes < 2 && written === written.toUpperCase() && !postcode.test(plate);
      if (!isSearch && !isAsIssued && !isInCapitals) continue;
      plates.push({ plate, start: first.start, end: last.end, mistakes });
      taken = count;
      break;
    }
  }
  return plates;
}

/** How many look-alikes there are in a plate of one of the shapes; null where it has none of them. "Nissan" and "000000" would be some. */
function mistakesIn(plate: string): number | null {
  if (!/[a-z]/.test(plate) || !/\d/.test(plate)) return null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const shape of shapes) if (shape.length === plate.length) fewest = Math.min(fewest, mistakesBy(shape, plate));
  return Number.isFinite(fewest) ? fewest : null;
}

function mistakesBy(shape: string, plate: string): number {
  let mistakes = 0;
  for (let at = 0; at < shape.length; at += 1) {
    const [place, character] = [places[shape.charAt(at)], plate.charAt(at)];
    if (place?.typed.includes(character)) continue;
    if (!place?.mistaken.includes(character)) return Number.POSITIVE_INFINITY;
    mistakes += 1;
  }
  return mistakes;
}

function areBeside(text: string, group: { start: number; end: number }[]): boolean {
  return group.slice(1).every(({ start }, index) => /^[\s-]{1,3}$/.test(text.slice(group[index]?.end, start)));
}

/** The letters and digits of the beginning of a text alone: nothing longer is a plate. */
function bare(text: string): string {
  return plainText(text.slice(0, longestField))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longestField);
}

/** A text with the letters and digits of plates in the place of wide ones and of the digits of other scripts. */
export function plainText(text: string): string {
  return asciiDigits(text.normalize('NFKC'));
}
