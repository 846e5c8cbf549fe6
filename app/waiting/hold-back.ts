import type { WaitingSubmission } from './waiting-store.ts';

/**
 * What must not be sent before a submission that did not get through, in one round: a claim that was begun and then finished is one, and
 * the messages of a claim are in their order.
 */
export function startHoldingBack() {
  const held = new Set<string>();

  return {
    isHeldBack: (submission: WaitingSubmission): boolean => marksOf(submission).some((mark) => held.has(mark)),
    holdBack: (submission: WaitingSubmission): void => {
      for (const mark of marksOf(submission)) held.add(mark);
    },
  };
}

/** Its key and the keys of those that it takes the place of, its telephone number, and the claim whose message it is. */
function marksOf({ key, replaces = [], body }: WaitingSubmission): string[] {
  const { formData, reference } = read(body);
  const phone = String(formData?.phone ?? '')
    .replace(/\D/g, '')
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
