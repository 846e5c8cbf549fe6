import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { hour, minute } from '#forms/durations.ts';
import { forms } from '#forms/forms.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { isOneOf, rowLock } from '#server/database/engine.ts';
import type { Tx } from '#server/database/schema.ts';
import { addTeamEmails } from '#server/email/email-store.ts';
import { defineJob, done, every } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/queue.ts';
import { listCondition } from '../inbox/inbox-query.ts';
import { reminder } from './reminder-email.ts';
import { nextReminderAt, reminderTimesOf } from './reminder-times.ts';

/** The kind of the recurring job, whose payload says when each was last reminded. */
const reminderKind = 'response-reminders';

/** How the reason of a quarantine begins that a member of staff decided on. */
export const putByStaff = 'Put here by ';

/** How many submissions are reminded of in one transaction. */
const batchSize = 25;

const actor = { id: null, name: 'Response targets' };

/** Reads the owners, who get the reminder of a breached target. */
export type ReadOwners = () => Promise<{ id: string; email: string }[]>;

type Audience = 'team' | 'owners';

/** The reminders to one audience that are due at a time: of our own targets, of what is in quarantine, or all others. */
type Round = { audience: Audience; recipients: (string | null)[]; of: 'own target' | 'quarantine' | 'target'; at: number };

/**
 * The recurring job that adds the e-mails that remind of every submission whose next reminder is due: to the team, and to the owners once the target that
 * visitors are told is missed. What is due to one person leaves as one e-mail (server/email/digest-job.ts), once an hour at most; our
 * own targets, of minutes, are reminded of in time whatever else was, because somebody waits. After an outage there is one reminder of
 * a submission, not each that was missed. Several instances may do so at once: each submission is handled by one. `sendDue`
 * does it now, and returns how many were reminded of.
 */
export function createReminders(services: {
  database: Database;
  queue: Pick<JobQueue, 'recurring' | 'setPayload'>;
  audit: Audit;
  owners: ReadOwners;
  now: () => number;
  wakeWorker: () => void;
}) {
  const { database, queue, audit, now } = services;

  const job = defineJob({
    kind: reminderKind,
    title: 'Reminders of response targets',
    next: every(minute),
    handle: async () => done(`${await sendDue()} reminded.`),
  });
  return { jobs: [job], sendDue };

  async function sendDue(): Promise<number> {
    // Read before the transaction, which has SQLite's one connection to itself.
    const owners = (await services.owners()).map(({ email }) => email);
    const at = now();
    const last: Partial<Record<Audience, number>> = JSON.parse((await queue.recurring(reminderKind))?.payload ?? '{}');
    const reminded: typeof last = {};
    await database.write(timeUntimed);
    let total = 0;
    for (const audience of ['owners', 'team'] as const) {
      const toOwners = audience === 'owners' && owners.length > 0;
      const who = toOwners ? 'owners' : 'team';
      const recipients = toOwners ? owners : [null];
      total += await remindAll({ audience, recipients, of: 'own target', at });
      if (Math.abs(at - (last[who] ?? 0)) < hour) continue;
      const targets = await remindAll({ audience, recipients, of: 'target', at });
      const count = targets + (audience === 'owners' ? await remindAll({ audience, recipients, of: 'quarantine', at }) : 0);
      if (count > 0) reminded[who] = at;
      total += count;
    }
    if (total === 0) return 0;
    await queue.setPayload(reminderKind, JSON.stringify({ ...last, ...reminded }), at);
    services.wakeWorker();
    return total;
  }

  async function remindAll(round: Round): Promise<number> {
    for (let total = 0; ; await setImmediate()) {
      const count = await database.write((tx) => remindBatch(tx, round));
      total += count;
      if (count < batchSize) return total;
    }
  }

  async function remindBatch(tx: Tx, round: Round): Promise<number> {
    const { recipients, at } = round;
    const due = await takeDue(tx, round);
    for (const { id, ...times } of due) {
      await tx
        .updateTable('form_submissions')
        .set({ next_reminder_at: nextReminderAt(times, at) })
        .where('id', '=', id)
        .execute();
      await addTeamEmails(
        tx,
        reminder,
        recipients.map((recipient) => ({ subjectId: id, recipient, createdAt: at })),
      );
      const hours = Math.round(((at - times.createdAt) / hour) * 100) / 100;
      await audit.recordIn(tx, { actor, action: 'reminder sent', subjectId: id, details: { hours } });
    }
    return due.length;
  }
}

type Due = { id: string; createdAt: number; dueAt: number; ownTargetAt: number | null };

const columns = sql.raw('id, created_at as "createdAt", due_at as "dueAt", target_at as "ownTargetAt"');

/** Stores the first reminder of submissions that an instance of the release before has stored. */
async function timeUntimed(tx: Tx): Promise<void> {
  const { rows } = await sql<Due>`
    select ${columns} from form_submissions where ${sql.raw(listCondition.due)} and next_reminder_at = 0
    ${rowLock(tx, 'for no key update skip locked')}`.execute(tx);
  for (const { id, ...times } of rows)
    await tx
      .updateTable('form_submissions')
      .set({ next_reminder_at: reminderTimesOf(times)[0] ?? null })
      .where('id', '=', id)
      .execute();
}

/** Submissions of which there is to be a reminder, locked until the transaction ends. */
async function takeDue(tx: Tx, { audience, of, at }: Round): Promise<Due[]> {
  if (of === 'quarantine') return takeQuarantined(tx, at);
  const isBreached = audience === 'owners' ? sql`due_at <= ${at}` : sql`due_at > ${at}`;
  const ofOwnTarget = sql`coalesce(target_at between next_reminder_at and ${at}, false)`;
  const { rows } = await sql<Due>`
    select ${columns} from form_submissions
    where ${sql.raw(listCondition.due)} and next_reminder_at between 1 and ${at} and ${isBreached}
      and ${ofOwnTarget} = ${sql.raw(String(of === 'own target'))}
    order by next_reminder_at limit ${batchSize} ${rowLock(tx, 'for no key update skip locked')}`.execute(tx);
  return rows;
}

/**
 * Claims that a program put into quarantine, and whose senders were told that we call: owners are reminded in the last sixth of that time,
 * and once more when it is over.
 */
async function takeQuarantined(tx: Tx, at: number): Promise<Due[]> {
  const names = forms.filter((form) => form.isClaim).map(({ name }) => name);
  const { rows } = await sql<Due>`
    select ${columns} from form_submissions
    where quarantined_at is not null and quarantine_reason not like ${`${putByStaff}%`} and ${isOneOf(tx, 'form_name', names)}
      and contacted_at is null and closed_at is null and withdrawn_at is null
      and next_reminder_at between 1 and ${at} and (due_at - ${at}) * 6 <= due_at - created_at
    order by next_reminder_at limit ${batchSize} ${rowLock(tx, 'for no key update skip locked')}`.execute(tx);
  return rows;
}

/** Removes the reminders that were not sent; should the claim be open again, the latest is due at once. */
export async function removeReminders(tx: Tx, id: string): Promise<void> {
  const removed = await tx
    .deleteFrom('jobs')
    .where('subject_id', '=', id)
    .where('template', 'like', 'reminder%')
    .where('finished_at', 'is', null)
    .returning('created_at')
    .execute();
  if (removed.length === 0) return;
  const next_reminder_at = Math.min(...removed.map(({ created_at }) => created_at));
  await tx.updateTable('form_submissions').set({ next_reminder_at }).where('id', '=', id).execute();
}
