import { randomInt } from 'node:crypto';

/** No 0 O, 1 I L, 2 Z, 5 S, 8 B, U V: a reference is read out on a phone and written down by hand. */
const letters = '34679ACDEFGHJKMNPQRTWXY';

/** Eight characters in two groups, such as 7F4M-9TQX: 78 thousand million of them. */
export function makeReference(): string {
  const pick = () => letters[randomInt(letters.length)];
  const group = () => Array.from({ length: 4 }, pick).join('');
  return `${group()}-${group()}`;
}
