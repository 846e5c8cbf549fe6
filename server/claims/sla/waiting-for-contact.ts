import { sql } from 'kysely';
import { callingHours } from '#content/calling-hours.ts';
import type { OpeningHours } from '#content/opening-hours.ts';
import { day } from '#forms/durations.ts';
import { forms } from '#forms/forms.ts';
import { engineOf, isOneOf } from '#server/core/database/engine.ts';
import type { Db } from '#server/core/database/schema.ts';
import { hasConsent } from '#server/mail/out/email-store.ts';
import { indexedByList, listCondition } from '../inbox/inbox-query.ts';
import { reminderTimesOf, type TargetTimes } from './reminder-times.ts';

/** How the reason of a quarantine begins that a member of staff decided on. */
export const putByStaff = 'Put here by ';

/** Who is reminded: the team of all that waits, owners of what was promised and missed. `everybody` is the team, where no owner is told apart from it. */
export type Audience = 'team' | 'owners' | 'everybody';

/** A submission whose sender nobody has spoken to. `nextAt`: when it is called next. */
export type Unanswered = TargetTimes & {
  id: string;
  reference: string;
  formName: string;
  dueAt: number;
  nextAt: number;
  isQuarantined: boolean;
};

/** The most in one digest: more would be cut off by mail programs. */
export const maxListed = 200;

/** No target is longer, so that what came before is in no question about the quarantine. */
const longestTargetMs = 35 * day;

/** What an audience is reminded of at a time, the one that is due first at the top. */
export async function readUnanswered(db: Db, audience: Audience, at: number, hours = callingHours): Promise<Unanswered[]> {
  const open = await readOpen(db, audience, at);
  if (audience === 'team') return open;
  const quarantined = await readQuarantined(db, at);
  return [...open, ...quarantined.filter((one) => timesOf(one, hours).some((time) => time <= at))];
}

/**
 * Whether a submission makes a digest of its own due, apart from that of the morning: one of its times has passed since the last, or it is late
 * and its next call is due. After an attempt that reached nobody it is quiet until the next one.
 */
export function isLate(submission: Unanswered, audience: Audience, at: number, lastAt: number, hours = callingHours): boolean {
  const { dueAt, nextAt, isQuarantined } = submission;
  const times = audience === 'owners' && !isQuarantined ? [dueAt] : timesOf(submission, hours);
  const passed = times.filter((time) => time <= at);
  return passed.some((time) => time > lastAt) || (passed.length > 0 && nextAt <= at && !isQuarantined);
}

function timesOf({ isQuarantined, ...times }: Unanswered, hours: OpeningHours): number[] {
  return reminderTimesOf({ ...times, ownTargetAt: isQuarantined ? null : times.ownTargetAt }, hours);
}

type Row = Omit<Unanswered, 'isQuarantined'> & { recorded: string | null };

const columns =
  sql.raw(`id, reference, form_name as "formName", created_at as "createdAt", due_at as "dueAt", target_at as "ownTargetAt", recorded,
  next_at as "nextAt"`);

async function readOpen(db: Db, audience: Audience, at: number): Promise<Unanswered[]> {
  const isTold = audience === 'owners' ? sql`due_at <= ${at}` : sql`1 = 1`;
  const { rows } = await sql<Row>`
    select ${columns} from form_submissions ${indexedByList(engineOf(db), 'due')}
    where ${sql.raw(listCondition.due)} and ${isTold}
    order by coalesce(target_at, due_at), id limit ${maxListed}`.execute(db);
  return unanswered(rows, false);
}

/**
 * Claims that a program put into quarantine, and whose senders were told that we call, until a day after that time. Only owners are told, in the
 * last sixth of it and afterwards.
 */
async function readQuarantined(db: Db, at: number): Promise<Unanswered[]> {
  const names = forms.filter((form) => form.isClaim).map(({ name }) => name);
  const { rows } = await sql<Row>`
    select ${columns} from form_submissions ${indexedByList(engineOf(db), 'quarantine')}
    where quarantined_at is not null and created_at > ${at - longestTargetMs} and quarantine_reason not like ${`${putByStaff}%`}
      and ${isOneOf(db, 'form_name', names)} and contacted_at is null and closed_at is null and withdrawn_at is null
      and due_at > ${at - day}
    order by due_at, id limit ${maxListed}`.execute(db);
  return unanswered(rows, true);
}

function unanswered(rows: Row[], isQuarantined: boolean): Unanswered[] {
  return rows.filter(hasConsent).map(({ recorded, ...row }) => ({ ...row, isQuarantined }));
}
