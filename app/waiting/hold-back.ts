import type { Unsent } from './attempt.ts';
import type { WaitingSubmission } from './waiting-submission.ts';

/**
 * Keeps submissions from being sent in this round because one that they belong to did not get through: a claim and the form that
 * finishes it are one claim, and the messages of a claim are kept in order.
 */
export function startHoldingBack() {
  const held = new Map<string, Unsent>();

  return {
    /** Why that one did not get through; null where this one can be sent. */
    heldBackBy: (submission: WaitingSubmission): Unsent | null => {
      const mark = marksOf(submission).find((one) => held.has(one));
      return mark === undefined ? null : (held.get(mark) ?? null);
    },
    holdBack: (submission: WaitingSubmission, unsent: Unsent): void => {
      for (const mark of marksOf(submission)) held.set(mark, unsent);
    },
  };
}

/**
 * What a submission belongs to: its key and the keys that it takes the place of, its telephone number, and the claim of a message.
 */
function marksOf({ key, replaces = [], body }: WaitingSubmission): string[] {
  const { formData, reference } = read(body);
  const phone = String(formData?.phone ?? '')
    .replace(/\P{Nd}/gu, '')
    .slice(-10);
  return [key, ...replaces, ...(phone ? [`phone ${phone}`] : []), ...(reference ? [`claim ${reference}`] : [])];
}

function read(body: string): { formData?: Record<string, unknown>; reference?: string } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
