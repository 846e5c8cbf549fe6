import type { Schema } from '#server/database/schema.ts';
import type { Audit } from './audit.ts';
import { createOnceInAWhile } from './throttle.ts';

const pageSize = 100;

type Details = Record<string, string | number | boolean | null>;

/** What was done to a submission. `text` says it in words; `details` name members of staff. */
export type HistoryEvent = { at: number; actor: string; act: string; text: string; details: Details };

export type AuditTrail = {
  events: (HistoryEvent & {
    id: string;
    subjectId: string | null;
    /** Where it is about a member of staff. */
    subjectName: string | null;
  })[];
  /** What to give as `before` for the next page, which is older; null at the beginning of the trail. */
  next: string | null;
};

/** The names of members of staff by their ids, also of those who have left. */
type ReadNames = (ids: (string | null)[]) => Promise<Map<string, string>>;

type Services = { audit: Audit; names: ReadNames };

/** A page of everything that was done, newest first. */
export function createReadTrail(services: Services & { now: () => number }) {
  const { audit } = services;
  const isTime = createOnceInAWhile(services.now);
  return async function readTrail(staff: { id: string; name: string }, before: string | null): Promise<AuditTrail> {
    if (isTime(staff.id)) await audit.record({ actor: staff, act: 'audit viewed' });
    const rows = await audit.newest({ before, subjectId: null, most: pageSize + 1 });
    const page = rows.slice(0, pageSize);
    const names = await services.names(page.flatMap((row) => [row.subject_id, ...staffIdsIn(row)]));
    const events = page.map((row) => ({
      ...eventOf(row, names),
      ...{ id: row.id, subjectId: row.subject_id, subjectName: names.get(row.subject_id ?? '') ?? null },
    }));
    return { events, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
  };
}

/** What was done to one submission and by whom, newest first. */
export async function historyOf(services: Services, id: string, most: number): Promise<HistoryEvent[]> {
  const rows = await services.audit.newest({ before: null, subjectId: id, most });
  const names = await services.names(rows.flatMap(staffIdsIn));
  return rows.map((row) => eventOf(row, names));
}

type Row = Schema['audit_events'];

function eventOf(row: Row, names: Map<string, string>): HistoryEvent {
  const details: Details = JSON.parse(row.details);
  for (const field of staffFieldsOf(row)) {
    const id = details[field];
    details[field] = typeof id === 'string' ? nameIn(names, id) : null;
  }
  const text = row.act === 'assigned' ? `assigned to ${details.to ?? 'nobody'}` : row.act;
  return { at: row.at, actor: row.actor, act: row.act, text, details };
}

export function nameIn(names: Map<string, string>, staffId: string | null): string {
  return names.get(staffId ?? '') ?? 'Somebody whose account is gone';
}

function staffIdsIn(row: Row): string[] {
  const details: Details = JSON.parse(row.details);
  return staffFieldsOf(row).flatMap((field) => (typeof details[field] === 'string' ? [details[field]] : []));
}

/** The details of an event that are ids of members of staff. */
function staffFieldsOf({ act, details }: Row): string[] {
  if (act === 'assigned') return ['from', 'to'];
  return act === 'account closed' && details.includes('"to"') ? ['to'] : [];
}
