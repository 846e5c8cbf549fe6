import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { site } from '#content/site.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { rowLock } from '#server/database/engine.ts';
import type { Tx } from '#server/database/schema.ts';
import { addSubmissionEmails } from '#server/email/email-store.ts';
import { listCondition } from '../inbox/inbox-query.ts';

const hour = 3_600_000;

/**
 * Hours after which the team is reminded of a claim without contact, and last the owners, when the target is breached: of 24 hours 12,
 * 20 and 24. Whole hours, because they are in the name of the e-mail; fewer than three where the target is short.
 */
export function reminderHoursOf(target: number): number[] {
  return [...new Set([Math.round(target / 2), Math.round((target * 5) / 6), target])];
}

/** How many submissions are reminded of in one transaction. */
const batchSize = 25;

const actor = { id: null, name: 'Response targets' };

/** Reads the owners, who get the reminder of a breached target. */
export type ReadOwners = () => Promise<{ id: string; email: string }[]>;

/**
 * Adds the e-mails that remind of every response target about to be missed, once each; after an outage only the latest of a claim's
 * reminders. Several instances may do so at once: each submission is handled by one. Returns how many were reminded of.
 */
export function createDueReminders(services: {
  database: Database;
  audit: Audit;
  owners: ReadOwners;
  now: () => number;
  wakeWorker: () => void;
  /** The response target; that of content/site.ts unless given. */
  claimTargetHours?: number;
}) {
  const { database, audit, now, claimTargetHours: targetHours = site.claimTargetHours } = services;
  /** The latest first. */
  const reminders = reminderHoursOf(targetHours)
    .map((hours) => ({ hours, beforeDueMs: (targetHours - hours) * hour }))
    .toReversed();

  return async function sendDueReminders(): Promise<number> {
    // Read before the transaction, which has SQLite's one connection to itself.
    const owners = (await services.owners()).map(({ email }) => email);
    let total = 0;
    for (;;) {
      const count = await remindBatch(owners);
      total += count;
      if (count < batchSize) break;
      await setImmediate();
    }
    if (total > 0) services.wakeWorker();
    return total;
  };

  function remindBatch(owners: string[]): Promise<number> {
    return database.write(async (tx) => {
      const at = now();
      const due = await takeDue(tx, reminders, at, batchSize);
      for (const { id, hours } of due) {
        const recipients = hours >= targetHours && owners.length > 0 ? owners : [null];
        const email = { template: `reminder-${hours}` as const, subjectId: id, createdAt: at };
        await addSubmissionEmails(
          tx,
          recipients.map((recipient) => ({ ...email, recipient })),
        );
        audit.recordIn(tx, { actor, action: 'reminder sent', subjectId: id, details: { hours } });
      }
      return due.length;
    });
  }
}

type Reminder = { hours: number; beforeDueMs: number };

/** Takes submissions that are due a reminder, each for the latest one and for this instance alone, and stores which it was. */
async function takeDue(tx: Tx, reminders: Reminder[], now: number, limit: number): Promise<{ id: string; hours: number }[]> {
  const latestHours = sql`case ${sql.join(
    reminders.map(({ hours, beforeDueMs }) => sql`when due_at <= ${now + beforeDueMs} then ${sql.lit(hours)}`),
    sql` `,
  )} else 0 end`;
  const lastHours = Math.max(...reminders.map(({ hours }) => hours));
  const firstBeforeDueMs = Math.max(...reminders.map(({ beforeDueMs }) => beforeDueMs));
  const { rows } = await sql<{ id: string; hours: number }>`
    update form_submissions set reminded_hours = ${latestHours} where id in (
      select id from form_submissions
      where ${sql.raw(listCondition.due)} and reminded_hours < ${lastHours} and due_at <= ${now + firstBeforeDueMs}
        and reminded_hours < ${latestHours}
      order by due_at limit ${limit} ${rowLock(tx, 'for no key update skip locked')})
    returning id, reminded_hours as hours`.execute(tx);
  return rows;
}
