import { countBreached, countOverdue } from '#server/claims/inbox/inbox-counts.ts';
import { defineAlarm } from '#server/core/jobs/define-alarm.ts';
import { reading } from '#server/core/observability/reading.ts';

/** The most missed targets that the metric counts. */
const maxCounted = 10_000;

const what = 'Somebody has waited longer for contact than our target allows.';

/** Tells of claims without contact for which our own target is over. */
export const missedTargetAlarm = defineAlarm({
  name: 'response_target_missed',
  about: 'Response target',
  what,
  todo: 'Call them: the desk lists them first.',
  // The inbox shows them already.
  isInDesk: false,
  check: async ({ db: { engine, read }, now }) =>
    (await read((db) => countOverdue({ db, engine }, now(), 1))) > 0 ? what : null,
});

/** Counts those for which the later target is over, of which visitors are told. */
export const missedTargetReading = reading(
  'kerbside_response_targets_missed',
  'Claims without contact whose response target is over.',
  ({ db: { engine, read }, now }) => read((db) => countBreached({ db, engine }, now(), maxCounted)),
);
