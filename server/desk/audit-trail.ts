import type { Audit } from '#server/audit/audit.ts';
import type { Staff } from '#server/auth/staff.ts';
import { createOnceInAWhile } from './once-in-a-while.ts';

const pageSize = 100;

export type AuditTrail = {
  events: {
    id: string;
    at: number;
    actor: string;
    act: string;
    subjectId: string | null;
    details: Record<string, string | number | boolean | null>;
  }[];
  /** What to give as `before` for the next page, which is older; null at the beginning of the trail. */
  next: string | null;
};

/** A page of everything that was done, newest first. */
export function createReadTrail({ audit, now }: { audit: Audit; now: () => number }) {
  const isTime = createOnceInAWhile(now);
  return async function readTrail(staff: Staff, before: string | null): Promise<AuditTrail> {
    if (isTime(staff.id)) await audit.record({ actor: staff, act: 'audit viewed' });
    const rows = await audit.newest({ before, subjectId: null, most: pageSize + 1 });
    const events = rows.slice(0, pageSize).map(({ id, at, actor, act, subject_id: subjectId, details }) => {
      return { id, at, actor, act, subjectId, details: JSON.parse(details) };
    });
    return { events, next: rows.length > pageSize ? (events.at(-1)?.id ?? null) : null };
  };
}
