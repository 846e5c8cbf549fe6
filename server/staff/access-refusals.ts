import type { Audit } from '#server/audit/audit.ts';
import type { AuditEvent } from '#server/audit/audit-event.ts';
import { createTokenBuckets } from '#server/observability/token-buckets.ts';
import type { StaffMember } from './staff.ts';

/** Nobody asks by mistake more often than this for what their role does not allow. */
const recorded = { burst: 10, perMinute: 1 };

export type Refusals = ReturnType<typeof createRefusals>;

/** Puts on record what somebody asked for and may not do; only so often, or one account could fill the audit trail. */
export function createRefusals({ audit, now }: { audit: Pick<Audit, 'record'>; now: () => number }) {
  const buckets = createTokenBuckets(recorded);
  return {
    /** Answers 0 where it was recorded, and otherwise the seconds until the next one is. */
    record: async (staff: StaffMember, event: Pick<AuditEvent, 'subjectId' | 'details'>): Promise<number> => {
      const seconds = buckets.waitSeconds(staff.id, now());
      if (seconds > 0) return seconds;
      buckets.take(staff.id, now());
      await audit.record({ actor: staff, action: 'access refused', ...event });
      return 0;
    },
  };
}
