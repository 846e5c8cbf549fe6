import type { OpeningHours } from '#content/opening-hours.ts';
import { hour, minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { lockRows } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { defineJob, done, every } from '#server/core/jobs/define-job.ts';
import { addOverview } from '#server/mail/out/email-store.ts';
import { readOwners } from '#server/people/staff/staff-accounts.ts';
import { isDigestDue } from './digest-times.ts';
import { dueDigest } from './due-digest-email.ts';
import { readDigestTimes, remindedAs, takeDigestPace } from './email-pace.ts';
import { nextReminderAt } from './reminder-times.ts';
import { type Audience, isLate, readUnanswered, type Unanswered } from './waiting-for-contact.ts';

const actor = { id: null, name: 'Response targets' };

export const remindersJob = defineJob({
  kind: 'response-reminders',
  title: 'Reminders of response targets',
  next: every(minute),
  handle: async (_job, _run, app) => done(`${await sendDueReminders(app)} digests.`),
});

/** Who gets a digest of their own: an owner, or the mailbox of the team, whose `recipient` is null. */
type Reader = { id: string; recipient: string | null; audience: Audience };

/**
 * Sends the digest of who waits for contact: to the team and to each owner, in the morning, and hourly while something is late
 * (digest-times.ts). The e-mail has nothing stored with it but to whom it goes: it is written when it is sent, so it lists nobody who was
 * called meanwhile. That a submission was told of at one of its times is in its history, once. Several instances may run it at once: the pace
 * lets one of them store each e-mail. Returns how many e-mails were stored.
 */
export async function sendDueReminders(app: App): Promise<number> {
  const { db: database } = app;
  const owners = await readOwners(app);
  const at = app.now();
  const apart = owners.filter((owner) => remindedAs(app, owner) !== 'team');
  const isOfOwners = apart.length > 0 && apart.length === owners.length;
  const readers: Reader[] = [
    ...apart.map(({ id, email }) => ({ id, recipient: email, audience: 'owners' }) as const),
    { id: 'team', recipient: null, audience: isOfOwners ? 'team' : 'everybody' },
  ];
  const lastAt = await database.read(readDigestTimes);
  const hours = app.callingHours();
  const waiting = new Map<Audience, Unanswered[]>();
  let stored = 0;
  for (const reader of readers) {
    const { id, audience } = reader;
    const known = waiting.get(audience) ?? (await database.read((db) => readUnanswered(db, audience, at, hours)));
    waiting.set(audience, known);
    if (!isDueTo(audience, known, { now: at, lastAt: lastAt.get(id) ?? 0 }, hours)) continue;
    if (await database.write((tx) => store(app, tx, reader, known, at))) stored += 1;
  }
  if (stored > 0) app.jobs.wake();
  return stored;
}

function isDueTo(
  audience: Audience,
  waiting: Unanswered[],
  { now, lastAt }: { now: number; lastAt: number },
  hours: OpeningHours,
): boolean {
  const waitsSince = waiting.length === 0 ? null : Math.min(...waiting.map(({ createdAt }) => createdAt));
  const last = lastAt > now ? 0 : lastAt;
  const state = { now, lastAt, waitsSince, isLate: waiting.some((one) => isLate(one, audience, now, last, hours)) };
  return isDigestDue(state, hours);
}

/** Returns false where they got a reminder within the hour, of whatever kind. */
async function store(app: App, tx: Tx, { id, recipient, audience }: Reader, waiting: Unanswered[], at: number): Promise<boolean> {
  if (!(await takeDigestPace(tx, id, at))) return false;
  await addOverview(tx, dueDigest, { recipient, createdAt: at, about: audience });
  await noteIn(app, tx, waiting, at);
  return true;
}

/** Notes in the history of submissions that somebody was told, the first time after each of their times. */
async function noteIn(app: App, tx: Tx, waiting: Unanswered[], at: number): Promise<void> {
  const byId = new Map(waiting.map((one) => [one.id, one]));
  const rows = tx
    .selectFrom('form_submissions')
    .select('id')
    .where('id', 'in', [...byId.keys()])
    .where('next_reminder_at', '<=', at);
  for (const { id } of await lockRows(tx, rows, 'for no key update skip locked').execute()) {
    const one = byId.get(id);
    if (!one) continue;
    const next_reminder_at = nextReminderAt(one, at);
    await tx.updateTable('form_submissions').set({ next_reminder_at }).where('id', '=', id).execute();
    const hours = Math.round(((at - one.createdAt) / hour) * 100) / 100;
    await app.audit.recordIn(tx, { actor, action: 'reminder sent', subjectId: id, details: { hours } });
  }
}
