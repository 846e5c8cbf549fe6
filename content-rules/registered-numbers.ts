import { z } from 'zod';

/** Eight characters: two letters (SC, NI, OC …), or R and a digit, or two digits; five digits; and one more, which is R for some societies. */
const companyNumber = /^(?:[A-Z]{2}|R\d|\d{2})\d{5}[\dR]$/;

/** Nine digits, or twelve for a branch. */
const vatNumber = /^(?:GB)?(?:\d{9}|\d{12})$/;

/** As Companies House writes it. */
export const companyNumberShape = given(
  (number) => companyNumber.test(number),
  (number) => {
    const meant = eightCharacters(number);
    return `must have the eight characters of Companies House, without spaces${meant ? `: write '${meant}'` : ", as '01234567' or 'SC123456'"}`;
  },
);

/** As HMRC writes it; spaces are where people put them. */
export const vatNumberShape = given(
  (number) => vatNumber.test(number.replace(/\s/g, '')),
  () => "must be GB and nine digits, as 'GB 123 4567 89', or null, without quotes",
).nullable();

/** A number that people shorten, or write with spaces, in full. */
function eightCharacters(number: string): string | null {
  const [, letters = '', digits] = /^(?:no\.?|number)?\s*([A-Z]{2}|R)?\s*(\d{1,8})$/i.exec(number.trim()) ?? [];
  if (!digits) return null;
  const whole = letters.toUpperCase() + digits.padStart(8 - letters.length, '0');
  return companyNumber.test(whole) ? whole : null;
}

function given(isRight: (number: string) => boolean, reason: (number: string) => string) {
  return z
    .string()
    .trim()
    .min(1, { error: reason(''), abort: true })
    .refine(isRight, { error: ({ input }) => reason(String(input)) });
}
