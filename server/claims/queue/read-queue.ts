import { type RawBuilder, sql } from 'kysely';
import { day, hour } from '#forms/durations.ts';
import { isUrgent } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { type App, perApp } from '#server/core/app.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import type { Engine } from '#server/core/database/database.ts';
import { indexedBy } from '#server/core/database/engine.ts';
import { type Away, readAway } from '#server/people/staff/away.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { countSame } from '../view/other-submissions.ts';
import type { InboxRow } from '../view/submission-reader.ts';
import * as submissions from '../view/submission-reader.ts';
import { stateOf } from '../view/submission-state.ts';
import { type QueueFacts, queueFactsOf } from './queue-facts.ts';

/**
 * The bands of the queue, the first first: somebody waits at this moment; first contact and messages; what was arranged and is due;
 * what somebody has to decide, because it is a week late or was tried to the end; and what is not due yet.
 */
export const bands = ['now', 'first contact', 'follow up', 'decide', 'later'] as const;

export type Band = (typeof bands)[number];

/** Who does a step in the place of somebody who is away; `by` null: everybody. */
type Cover = { of: string; by: { id: string; name: string } | null };

/**
 * `seen`: the state in which the page shows it. `sameCount`: how many claims, this one included, have the same phone number or
 * registration, and may be about one accident.
 */
export type QueueRow = InboxRow & QueueFacts & { band: Band; cover: Cover | null; seen: string; sameCount: number };

/** The most rows of a range that are found, and of all bands that are read: more than a person works through before it is read again. */
const perRange = 50;
const rowLimit = 100;

/** More than that are not counted, so that a bad week costs no more than a quiet day. */
const countLimit = 2_000;

/** For how long a start at the roadside comes before everything else, and after how long a step that nobody took is cold. */
const urgentMs = 2 * hour;
const coldMs = 7 * day;

const open = 'closed_at is null and quarantined_at is null';

/** What came for a claim since it was closed, and was not answered: word for word as in the partial index. */
const closedToAnswer = `closed_at is not null and quarantined_at is null and merged_into is null
  and claimant_update_at > closed_at and claimant_update_at > coalesce(update_answered_at, 0)`;

const urgentForms = forms.filter(isUrgent).map(({ name }) => name);

const isDueOf = perApp(({ now }) => createThrottle(now));

/**
 * The queue of one member of staff: every open submission by its next step, what is done first at the top, and closed ones for which
 * something came since. `own`: without what is assigned to others, unless they are away and one sees their steps. What a
 * colleague is calling about at this moment comes last in its band.
 */
export async function readQueue(app: App, staff: StaffMember, { own }: { own: boolean }): Promise<QueueRow[]> {
  if (isDueOf(app)(`viewed ${staff.id}`)) await app.audit.record({ actor: staff, action: 'inbox viewed' });
  const { db, engine } = app.db;
  const at = app.now();
  const away = await readAway(db, at);
  const covered = coveredBy(staff.id, away);
  const found = await sql<{ id: string; band: number; attempt_count: number }>`${sql.join(
    bandQueries(at).map(
      (query) => sql`select * from (${bandQuery(engine, query, own ? ownSteps(staff.id, covered) : sql``)}) as found`,
    ),
    sql` union all `,
  )}`.execute(db);
  const bandOf = new Map<string, number>();
  for (const { id, band } of found.rows) if (band < (bandOf.get(id) ?? bands.length)) bandOf.set(id, band);
  const attempts = new Map(found.rows.map(({ id, attempt_count }) => [id, attempt_count]));
  const ids = [...bandOf].toSorted(([, a], [, b]) => a - b).map(([id]) => id);
  const stored = await submissions.rows(app, ids.slice(0, rowLimit));
  const facts = new Map(stored.map((row) => [row.id, { ...queueFactsOf(row), seen: stateOf(row) }]));
  // One that a colleague has called between the two reads belongs elsewhere by now.
  const current = stored.filter(({ id, attempt_count }) => attempts.get(id) === attempt_count);
  const [rows, same] = await Promise.all([submissions.inboxRows(app, current), countSame(app, current)]);
  const order = new Map(ids.map((id, index) => [id, index]));
  const isBusy = (row: InboxRow) => Number(isCalledByOther(row, staff.id, at));
  return rows
    .map((row) => ({
      ...row,
      ...(facts.get(row.id) as QueueFacts & { seen: string }),
      sameCount: same.get(row.id) ?? 1,
      band: bandOfRow(row, bands[bandOf.get(row.id) ?? 0] ?? 'later'),
      cover: coverOf(row, away),
    }))
    .toSorted(
      (a, b) =>
        bands.indexOf(a.band) - bands.indexOf(b.band) || isBusy(a) - isBusy(b) || (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
    );
}

function bandQuery(
  engine: Engine,
  { band, index, key, of = open, where }: BandQuery,
  own: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select id, attempt_count, ${sql.lit(bands.indexOf(band))} as band from form_submissions
    ${indexedBy(engine, `form_submissions_${index}`)}
    where ${sql.raw(of)} and ${where} ${own} order by ${sql.raw(key)}, id limit ${sql.lit(perRange)}`;
}

/** Those who are away whose steps this member of staff sees. */
function coveredBy(staffId: string, away: Away[]): Away[] {
  return away.filter(({ id, cover }) => id !== staffId && (cover === null || cover.id === staffId));
}

/** What is somebody's own or nobody's, and what falls into the absence of those whose steps they see. */
function ownSteps(staffId: string, covered: Away[]): RawBuilder<unknown> {
  const steps = covered.map(
    ({ id, until }) => sql`or (coalesce(next_by, assigned_to) = ${id} and (next_at < ${until} or (${sql.raw(toAnswer)})))`,
  );
  return sql`and (assigned_to is null or assigned_to = ${staffId} or next_by = ${staffId} ${sql.join(steps, sql` `)})`;
}

function coverOf({ next, needsReply, assignedTo }: InboxRow, away: Away[]): Cover | null {
  const owner = next?.by ?? assignedTo;
  const absent = away.find(({ id }) => id === owner?.id);
  if (!absent || (!needsReply && (!next || next.at >= absent.until))) return null;
  return { of: absent.name, by: absent.cover };
}

/** How many submissions are in the queue of a member of staff; `isMore`: that many, and perhaps more. */
export async function countOpen(
  app: App,
  staff: StaffMember,
  { own }: { own: boolean },
): Promise<{ count: number; isMore: boolean }> {
  const { db, engine } = app.db;
  const steps = own ? ownSteps(staff.id, coveredBy(staff.id, await readAway(db, app.now()))) : sql``;
  const of = (state: string, index: string) =>
    sql`select 1 from form_submissions ${indexedBy(engine, `form_submissions_${index}`)} where ${sql.raw(state)} ${steps}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    ${of(open, 'next_step')} union all ${of(closedToAnswer, 'closed_to_answer')} limit ${sql.lit(countLimit)}) as limited`.execute(
    db,
  );
  const count = Number(rows[0]?.count ?? 0);
  return { count, isMore: count === countLimit };
}

/** What was withdrawn, by its sender or with the consent, is to be decided on, whatever its stored step says. */
function bandOfRow({ isWithdrawn, isConsentTakenBack, next, needsReply }: InboxRow, found: Band): Band {
  const isToDecide = isWithdrawn || isConsentTakenBack || (next?.kind === 'decide' && found !== 'later' && !needsReply);
  return next !== null && isToDecide ? 'decide' : found;
}

type BandQuery = { band: Band; index: string; key: string; of?: string; where: RawBuilder<unknown> };

/** Each reads a range of one index, so that it costs the same however many submissions there are. */
function bandQueries(now: number): BandQuery[] {
  const [index, key] = ['next_step', 'next_at'];
  const range = (band: Band, kind: string, from: number, until: number): BandQuery => ({
    band,
    index,
    key,
    where: sql`next_kind = ${kind} and next_at > ${from} and next_at <= ${until}`,
  });
  const cold = now - coldMs;
  const urgent = sql`form_name in (${sql.join(urgentForms)}) and created_at > ${now - urgentMs}`;
  return [
    { band: 'now', index, key: 'created_at', where: sql`next_kind = 'first call' and next_at > ${now - urgentMs} and ${urgent}` },
    range('now', 'call back', cold, now),
    { band: 'first contact', index: 'to_answer', key: 'claimant_update_at', where: sql.raw(toAnswer) },
    { band: 'first contact', index: 'closed_to_answer', key: 'claimant_update_at', of: closedToAnswer, where: sql`true` },
    // What was stored without a next step is filled in by a job within a minute.
    range('first contact', 'first call', cold, Number.MAX_SAFE_INTEGER),
    range('follow up', 'try again', cold, now),
    range('follow up', 'chase', cold, now),
    range('decide', 'decide', 0, now),
    ...['first call', 'call back', 'try again', 'chase'].map((kind) => range('decide', kind, 0, cold)),
    ...['call back', 'try again', 'chase', 'decide'].map((kind) => range('later', kind, now, Number.MAX_SAFE_INTEGER)),
  ];
}

/** Word for word as in the partial index. */
const toAnswer = 'claimant_update_at is not null and claimant_update_at > coalesce(update_answered_at, 0)';

export function isCalledByOther({ next }: Pick<InboxRow, 'next'>, staffId: string, now: number): boolean {
  const calling = next?.calling ?? null;
  return calling !== null && calling.id !== staffId && calling.until > now;
}
