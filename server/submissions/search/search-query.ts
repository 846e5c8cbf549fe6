import { dialled, fold, squeeze } from './fold.ts';

const longestText = 200;
const mostWords = 8;

/** What is found has, for one of these at least, terms that begin with each of its words. */
export type Question = string[][];

/** Reads what was typed into the search box; null where it is too short to mean anything. */
export function questionOf(text: string): Question | null {
  const typed = text.trim().slice(0, longestText);
  const words = typed.split(/\s+/).slice(0, mostWords).map(asTerm).filter(Boolean);
  const asked = isPhone(typed) ? [[dialled(typed)], [squeeze(typed)]] : [words, [squeeze(typed)]];
  const meant = asked.filter((one) => one.some((word) => Array.from(word).length > 1));
  return meant.length > 0 ? distinct(meant) : null;
}

/** Typed as in "020 7946": digits, and what people put between them. */
function isPhone(typed: string): boolean {
  return /^[\d\s+().-]+$/.test(fold(typed));
}

function asTerm(word: string): string {
  return word.includes('@') ? fold(word) : squeeze(word);
}

/** A registration or a reference may be typed with a gap or without: the words as one are asked for too. */
function distinct(question: Question): Question {
  const [first, second] = question;
  return first && second && first.join(' ') === second.join(' ') ? [first] : question;
}
