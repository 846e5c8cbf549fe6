import { type App, perApp } from '#server/core/app.ts';
import type { Schema } from '#server/core/database/schema.ts';
import { emailActor } from './audit-event.ts';
import { type AuditedSubmission, auditedSubmissions, staffEmails, staffNames } from './names.ts';
import { createThrottle } from './throttle.ts';

const pageSize = 100;

type Details = Record<string, string | number | boolean | null>;

/** An event as screens show it. `text` is the action in words; in `details` ids of staff are replaced by names. */
export type HistoryEvent = { at: number; actor: string; action: string; text: string; details: Details };

export type AuditTrail = {
  events: (HistoryEvent & {
    id: string;
    subjectId: string | null;
    /** Null where the subject is not a member of staff. */
    subjectName: string | null;
    /** Null where the subject is not a submission. */
    submission: AuditedSubmission | null;
    /** The address of the actor's account, which tells people of one name apart; null where it was no account. */
    actorEmail: string | null;
  })[];
  /** The cursor to give as `before` for the next page, which is older; null at the beginning of the trail. */
  next: string | null;
};

const isDueOf = perApp(({ now }) => createThrottle(now));

/** Reads a page of the whole trail, newest first, and records that it was viewed. */
export async function readTrail(
  app: App,
  staff: { id: string; name: string },
  before: string | null = null,
): Promise<AuditTrail> {
  const { audit } = app;
  if (isDueOf(app)(staff.id)) await audit.record({ actor: staff, action: 'audit viewed' });
  const rows = await audit.newest({ before, subjectIds: null, limit: pageSize + 1 });
  const page = rows.slice(0, pageSize);
  const names = await staffNames(
    app,
    page.flatMap((row) => [row.subject_id, ...staffIdsIn(row)]),
  );
  const emails = await staffEmails(
    app,
    page.map((row) => row.actor_id),
  );
  const submissions = await auditedSubmissions(
    app,
    page.map((row) => row.subject_id),
  );
  const events = page.map((row) => ({
    ...eventOf(row, names),
    actorEmail: emails.get(row.actor_id ?? '') ?? null,
    id: row.id,
    subjectId: row.subject_id,
    subjectName: names.get(row.subject_id ?? '') ?? null,
    submission: submissions.get(row.subject_id ?? '') ?? null,
  }));
  return { events, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** What was done to submissions and by whom, newest first. */
export async function historyOf(app: App, ids: string[], limit: number): Promise<HistoryEvent[]> {
  const rows = await app.audit.newest({ before: null, subjectIds: ids, limit });
  const names = await staffNames(app, rows.flatMap(staffIdsIn));
  return rows.map((row) => eventOf(row, names));
}

type Row = Schema['audit_events'];

function eventOf(row: Row, names: Map<string, string>): HistoryEvent {
  const details: Details = JSON.parse(row.details);
  for (const field of staffFieldsOf(row)) {
    const id = details[field];
    details[field] = typeof id === 'string' ? nameIn(names, id) : null;
  }
  const { at, actor, action } = row;
  return { at, actor, action, text: textOf(action, details), details };
}

function textOf(action: string, details: Details): string {
  if (action === 'assigned') return `assigned to ${details.to ?? 'nobody'}`;
  if (action === 'action undone') return `took back: ${details.undone}`;
  if (action === 'merged') return `merged ${details.reference} into it`;
  if (action === 'merge undone') return `took back the merge of ${details.reference}`;
  if (action === 'contact attempted') return `contact attempted: ${details.outcome}`;
  if (action !== 'closed' || !details.pursued) return action;
  return details.pursued === 'no' ? 'closed: did not go ahead' : `closed: ${details.pursued}`;
}

export function nameIn(names: Map<string, string>, staffId: string | null): string {
  if (staffId === emailActor.id) return emailActor.name;
  return names.get(staffId ?? '') ?? 'Somebody whose account is gone';
}

function staffIdsIn(row: Row): string[] {
  const details: Details = JSON.parse(row.details);
  return staffFieldsOf(row).flatMap((field) => (typeof details[field] === 'string' ? [details[field]] : []));
}

/** The names of those details of an event that are ids of members of staff. */
function staffFieldsOf({ action, details }: Row): string[] {
  if (action === 'assigned') return ['from', 'to'];
  return action === 'account closed' && details.includes('"to"') ? ['to'] : [];
}
