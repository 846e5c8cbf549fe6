import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { createReminders, type ReadOwners } from './due-reminders.ts';
import { createEscalation, type Tellers } from './escalation.ts';
import { createMissedTargets } from './missed-targets.ts';

/** Everything that holds the team to its response targets: who is told at once that somebody waits, the digest, and the alarm. */
export function openSla(services: {
  database: Database;
  audit: Audit;
  owners: ReadOwners;
  tellers: Tellers;
  /** The mailbox of the team. */
  mailTo: string;
  wakeWorker: () => void;
  now: () => number;
}) {
  const { jobs: escalation } = createEscalation(services);
  const { jobs: reminders } = createReminders(services);
  return { ...createMissedTargets(services), jobs: [...escalation, ...reminders] };
}
