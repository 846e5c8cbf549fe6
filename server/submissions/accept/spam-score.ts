import type { FormData, FormDefinition } from '#forms/form.ts';
import { leastPlausibleAgeMs, unhurriedAgeMs } from '#forms/signals.ts';
import { proof, type Sign } from './spam-signal.ts';
import { contentSigns } from './spam-signals.ts';

export type Conduct = {
  form: FormDefinition;
  data: FormData;
  /** What came in the field that nobody sees; undefined where the field itself did not come. */
  trap: unknown;
  /** Null where no script told it: without scripts, and for callers that are not our pages. That is no sign at all. */
  formAgeMs: number | null;
  /** How often these words came from this address before, in a short time. */
  timesBefore: number;
};

/** Why this looks like the work of a program, or null. Nobody is a suspect for a language, a script, or a single habit. */
export function suspicionOf(conduct: Conduct): string | null {
  const signs = [...trapSigns(conduct), ...ageSigns(conduct), ...repetitionSigns(conduct), ...contentSigns(conduct)];
  const score = signs.reduce((sum, sign) => sum + sign.score, 0);
  return score >= proof ? signs.map(({ reason }) => reason).join('; ') : null;
}

function trapSigns({ trap }: Conduct): Sign[] {
  const filled = trap !== undefined && trap !== null && trap !== '';
  return filled ? [{ score: proof, reason: 'filled in a field that nobody sees' }] : [];
}

function ageSigns({ formAgeMs }: Conduct): Sign[] {
  if (formAgeMs === null || formAgeMs >= unhurriedAgeMs) return [];
  return formAgeMs < leastPlausibleAgeMs
    ? [{ score: proof, reason: 'sent in the moment the form was there' }]
    : [{ score: 1, reason: 'sent very quickly' }];
}

/** A family, an office or a mobile carrier shares an address, but not its words. A template may come back, so this needs one more sign. */
const oftenBefore = 8;

/** Nobody's template comes back this often in ten minutes. */
const veryOftenBefore = 50;

function repetitionSigns({ timesBefore, formAgeMs }: Conduct): Sign[] {
  if (timesBefore < oftenBefore) return [];
  // Sent at a person's pace from our own page it may be somebody trying the form out, however often.
  const unhurried = formAgeMs !== null && formAgeMs >= unhurriedAgeMs;
  const telling = timesBefore >= veryOftenBefore && !unhurried;
  return [{ score: telling ? proof : proof - 1, reason: 'the same words again and again from one address' }];
}
