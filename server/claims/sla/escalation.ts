import { sql } from 'kysely';
import type { OpeningHours } from '#content/opening-hours.ts';
import { day, hour, minute } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import type { App } from '#server/core/app.ts';
import type { Engine } from '#server/core/database/database.ts';
import { indexedBy, insertRows, lockUntilCommit, readSharedNow } from '#server/core/database/engine.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { EscalationStage } from '#server/core/database/staff-tables.ts';
import { defineJob, done, every, type JobKind, retryAfter } from '#server/core/jobs/define-job.ts';
import type { NewJob } from '#server/core/jobs/queue.ts';
import { addTeamEmails, hasConsent } from '#server/mail/out/email-store.ts';
import { enqueueEventAlarm } from '#server/operations/alarms/alarm-jobs.ts';
import { addPushes } from '#server/people/push/push-job.ts';
import { readTeam, type Team } from '#server/people/staff/on-shift.ts';
import { remindedAs, takePace } from './email-pace.ts';
import { escalationEmail } from './escalation-email.ts';
import { ringsAheadMs, stagesReached, stageTimes, type WaitingStep, waitBeginsAt } from './escalation-times.ts';

const startKind = 'escalation-start';

/** The number of the advisory lock; it is arbitrary. */
const escalationLock = 4_757_233;

/** The most who wait at once that are looked at, and how far back and ahead their steps are. */
const limit = 500;
const backMs = 7 * day;
const aheadMs = 2 * hour;

/** A message on a phone is of use for as long as this at least, though the last stage is reached sooner. */
const leastUseMs = 5 * minute;

/** What ALARM_URL is told: fixed sentences, because messages outside the desk name nobody. */
export const nobodyCalls = {
  name: 'nobody_calls',
  alert: 'KerbsideNobodyCalls',
  about: 'A call',
  page: '/desk',
  what: 'Somebody waits for a call, and nobody of the team has called for fifteen minutes.',
  todo: 'Call them: the desk lists them first.',
} as const;

/** Somebody who waits, and the stages that were reached and nobody was told of. */
type Waiting = { id: string; beginsAt: number; dueAt: number; lastAt: number; whose: string | null; fresh: EscalationStage[] };

/** A job to be stored with a claim whose sender waits at this moment, so that nobody is told later because the recurring job has a pause. */
export function escalationStart(subjectId: string, createdAt: number): NewJob {
  return { kind: startKind, subjectId, createdAt };
}

const handle: JobKind['handle'] = async (_job, _run, app) => done(`${await escalate(app)} stages reached.`);

export const escalationJobs = [
  defineJob({
    kind: 'escalation',
    title: 'Telling that somebody waits',
    next: every(minute / 2),
    isDueAtStart: true,
    handle,
  }),
  defineJob({
    kind: startKind,
    title: 'Telling that somebody has begun to wait',
    retry: retryAfter(1_000, 5_000, 15_000),
    handle,
  }),
];

/**
 * Tells the team that somebody waits for a call: who is on shift at once, everybody after five minutes, owners, by e-mail too, after ten, and
 * ALARM_URL after fifteen (escalation-times.ts). A call or an attempt ends it. Stages that are reached at one moment, as after an
 * outage, are one message. Each is reached once: the row that notes it is stored with what tells of it, by one instance. Returns how many
 * stages were reached.
 */
export async function escalate(app: App): Promise<number> {
  const count = await app.db.write(async (tx) => {
    // One instance at a time, so that no other one reaches the same stage.
    await lockUntilCommit(tx, escalationLock);
    const at = await readSharedNow(tx, app.now());
    const waiting = await readWaiting(app, tx, at);
    const reached = waiting.filter(({ fresh }) => fresh.length > 0);
    if (reached.length === 0) return 0;
    const rows = reached.flatMap(({ id, beginsAt, fresh }) =>
      fresh.map((stage) => ({ id: idOf(id, beginsAt, stage), submission_id: id, at })),
    );
    await insertRows(tx, 'escalations', rows);
    await tell(app, tx, reached, waiting.length, at);
    return rows.length;
  });
  if (count > 0) app.jobs.wake();
  return count;
}

async function readWaiting(app: App, tx: Tx, at: number): Promise<Waiting[]> {
  const hours = app.callingHours();
  const rows = await candidates(tx, app.db.engine, at, hours);
  const begun = rows.flatMap((row) => {
    const beginsAt = hasConsent(row) ? waitBeginsAt(row, at, hours) : null;
    const stages = beginsAt === null ? [] : stagesReached(beginsAt, at, hours);
    return beginsAt === null || stages.length === 0 ? [] : [{ ...row, beginsAt, stages }];
  });
  if (begun.length === 0) return [];
  const ids = begun.map(({ id }) => id);
  const known = await tx.selectFrom('escalations').select('id').where('submission_id', 'in', ids).execute();
  const keys = new Set(known.map((row) => row.id));
  return begun.map(({ id, beginsAt, stages, whose, nextAt }) => ({
    id,
    beginsAt,
    whose,
    dueAt: nextAt,
    lastAt: stageTimes(beginsAt, hours).at(-1)?.at ?? beginsAt,
    fresh: stages.filter((stage) => !keys.has(idOf(id, beginsAt, stage))),
  }));
}

async function tell(app: App, tx: Tx, reached: Waiting[], count: number, at: number): Promise<void> {
  const team = await readTeam(tx, at);
  const told = new Set(reached.flatMap((one) => one.fresh.flatMap((stage) => whoIsTold(stage, one, team))));
  const kind = reached.some(({ dueAt }) => dueAt <= at) ? 'late' : 'waits';
  const until = Math.max(at + leastUseMs, ...reached.map(({ lastAt }) => lastAt));
  await addPushes(app, tx, { kind, count, until }, [...told]);
  const forOwners = reached.filter(({ fresh }) => fresh.includes('owners'));
  for (const { id, email } of forOwners.length > 0 ? team.owners : []) {
    // One e-mail an hour is enough for each owner; the desk, their phone and ALARM_URL go on.
    if (!(await takePace(tx, remindedAs(app, { id, email }), at))) continue;
    await addTeamEmails(
      tx,
      escalationEmail,
      forOwners.map((one) => ({ subjectId: one.id, recipient: email, createdAt: at })),
    );
  }
  if (reached.some(({ fresh }) => fresh.includes('alarm'))) await enqueueEventAlarm(app, tx, nobodyCalls, at);
}

function idOf(submissionId: string, beginsAt: number, stage: EscalationStage): string {
  return `${submissionId} ${beginsAt} ${stage}`;
}

/** The first is told whose step it is, where they are on shift; otherwise everybody on shift. */
function whoIsTold(stage: EscalationStage, { whose }: Waiting, { all, onShift, owners, coverOf }: Team): string[] {
  if (stage === 'alarm') return [];
  if (stage === 'owners') return owners.map(({ id }) => id);
  if (stage === 'all') return all;
  const own = onShift.filter((id) => id === whose || (whose !== null && id === coverOf(whose)));
  return own.length > 0 ? own : onShift;
}

type Candidate = WaitingStep & { id: string; whose: string | null; recorded: string | null };

/**
 * Open submissions whose step is a first call by a short target, or a call that was promised, and for which somebody may wait already:
 * those who wait later do not take the places of those who wait now.
 */
async function candidates(tx: Tx, engine: Engine, at: number, hours: OpeningHours): Promise<Candidate[]> {
  // Where the business closes, a short target can end days later: waitBeginsAt decides.
  const isShort = hours === 'always' ? sql`target_at - created_at <= ${sql.lit(aheadMs)}` : sql`target_at is not null`;
  const { rows } = await sql<Candidate>`
    select id, form_name = ${roadside.name} as "isStart", created_at as "createdAt", target_at as "targetAt", next_kind as "nextKind", next_at as "nextAt",
      calling_until as "callingUntil", coalesce(next_by, assigned_to) as whose, recorded
    from form_submissions ${indexedBy(engine, 'form_submissions_next_step')}
    where closed_at is null and quarantined_at is null and withdrawn_at is null
      and next_kind in ('first call', 'call back') and next_at between ${at - backMs} and ${at + aheadMs}
      and (next_at <= ${at + ringsAheadMs} or form_name = ${roadside.name})
      and (next_kind = 'call back' or (contacted_at is null and ${isShort}))
    order by next_at desc limit ${sql.lit(limit)}`.execute(tx);
  const number = (value: number | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...row,
    isStart: Boolean(row.isStart),
    createdAt: Number(row.createdAt),
    nextAt: Number(row.nextAt),
    targetAt: number(row.targetAt),
    callingUntil: number(row.callingUntil),
  }));
}
