/**
 * The request header with which a sender says whether a claim is about the same accident as what came before it: `yes` or `no`. The
 * server asks, by a 409 with `question: 'same-accident'`, before it saves one into the other where their dates, registrations or places
 * differ.
 */
export const sameAccidentHeader = 'X-Same-Accident';

/** The name of the buttons that answer the question in a form; their values are those of the header. */
export const sameAccidentName = 'same-accident';

/** Reads an answer to the question; null where there is none. */
export function readSameAccident(answer: unknown): boolean | null {
  if (answer === 'yes') return true;
  return answer === 'no' ? false : null;
}

/** The question, with the reference of the claim that came before and when it was made. */
export const sameAccidentQuestion = (reference: string, begun: string): string =>
  `You already sent claim ${reference} on ${begun}. Is this the same accident? The date, number plate or place is different.`;
