import type { FieldErrors } from '#forms/read.ts';

/** The result of one attempt to send a submission. */
export type Attempt =
  /**
   * It was stored. `createdAt`, and `dueAt`, by which its sender is contacted, are in milliseconds by the server's clock; null where the response did not say. `link` is the private
   * link of a claim.
   */
  | {
      kind: 'accepted';
      reference: string;
      createdAt: number | null;
      dueAt?: number | null | undefined;
      link?: string | null | undefined;
      emailed?: boolean | undefined;
      /** It was saved into a claim that was there. */
      added?: boolean | undefined;
    }
  /** The server asks whether it is about the same accident as another claim, and has stored nothing. */
  | { kind: 'question'; message: string }
  /** It was rejected; `errors` by field name. */
  | { kind: 'invalid'; message: string; errors: FieldErrors }
  /** Our server would answer the same submission in the same way again. */
  | { kind: 'refused'; message: string }
  | Unsent;

/** A submission that did not get through, and may another time. */
export type Unsent =
  /** Our server cannot take it now. */
  | { kind: 'later'; message: string; retryAfterSeconds: number | null }
  /** Another server has answered in the place of ours. */
  | { kind: 'foreign' }
  /** There was no response, so the server may have it all the same; not where the device had no connection to send it by. */
  | { kind: 'unreachable'; isOffline?: boolean };

export function isUnsent(attempt: { kind: string }): attempt is Unsent {
  return ['later', 'foreign', 'unreachable'].includes(attempt.kind);
}

/** Whether our server may have a submission that did not get through. */
export function isAnswerLost(unsent: Unsent): boolean {
  return unsent.kind === 'foreign' || (unsent.kind === 'unreachable' && !unsent.isOffline);
}
