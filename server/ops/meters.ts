import { createRegistry } from './metrics.ts';

export type Meters = ReturnType<typeof createMeters>;

/** Why a form was not taken: turned away at the door, or by what became of it. */
export const refusalReasons = [
  'malformed',
  'foreign',
  'unknown_form',
  'method',
  'too_large',
  'not_json',
  'fault',
  'invalid',
  'conflict',
  'limited',
  'unavailable',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What this process has counted since it started. Figures of the store are read when they are asked for. */
export function createMeters() {
  const { counter, histogram, text } = createRegistry();
  return {
    accepted: counter('kerbside_submissions_accepted_total', 'Submissions stored with their letters.'),
    repeated: counter(
      'kerbside_submissions_repeated_total',
      'Submissions that were stored before, and got the first answer again.',
    ),
    refused: counter(
      'kerbside_submissions_refused_total',
      'Forms that were not taken, by reason.',
      refusalReasons.map((reason) => ({ reason })),
    ),
    acceptSeconds: histogram('kerbside_accept_seconds', 'From the whole request to the commit on disk.', seconds),
    lettersSent: counter('kerbside_letters_sent_total', 'Letters that the mail server took.'),
    lettersRetried: counter('kerbside_letters_retried_total', 'Tries that failed and will be repeated.'),
    lettersGivenUp: counter('kerbside_letters_given_up_total', 'Letters that will not be tried again.'),
    timeToMailServer: histogram(
      'kerbside_letter_delivery_seconds',
      'From acceptance of the submission to acceptance by the mail server.',
      [1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400, 432_000],
    ),
    text,
  };
}
