import type { Database } from '#server/database/database.ts';
import { defineAlarm } from '#server/jobs/define-alarm.ts';
import { reading } from '#server/observability/reading.ts';
import { countBreached, countOverdue } from '#server/submissions/inbox/inbox-counts.ts';

/** The most missed targets that the metric counts. */
const maxCounted = 10_000;

/** Tells of claims without contact: the alarm by our own targets, the metric by the later ones that visitors are told. */
export function createMissedTargets({ database: { engine, read }, now }: { database: Database; now: () => number }) {
  const what = 'Somebody has waited longer for contact than our target allows.';
  const alarm = defineAlarm({
    name: 'response_target_missed',
    about: 'Response target',
    what,
    todo: 'Call them: the desk lists them first.',
    // The inbox shows them already.
    isInDesk: false,
    check: async () => ((await read((db) => countOverdue({ db, engine }, now(), 1))) > 0 ? what : null),
  });
  const metric = reading('kerbside_response_targets_missed', 'Claims without contact whose response target is over.', () =>
    read((db) => countBreached({ db, engine }, now(), maxCounted)),
  );
  return { alarms: [alarm], metrics: [metric] };
}
