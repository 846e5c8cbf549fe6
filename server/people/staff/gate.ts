import { type App, perApp } from '#server/core/app.ts';
import type { AuditEvent } from '#server/core/audit/audit-event.ts';
import { createTokenBuckets } from '#server/core/observability/token-buckets.ts';
import { isAllowed, NotAllowed, type Permission, type StaffMember } from './staff-member.ts';

/** How many refusals are recorded of one account, which could otherwise fill the audit trail: more than anybody causes by mistake. */
const refusalsOf = perApp(() => createTokenBuckets({ burst: 10, perMinute: 1 }));

/** Records a refusal and returns 0; where the limit is reached, returns the seconds until the next one is recorded. */
export async function recordRefusal(
  app: App,
  staff: StaffMember,
  event: Pick<AuditEvent, 'subjectId' | 'details'>,
): Promise<number> {
  const refusals = refusalsOf(app);
  const waitSeconds = refusals.waitSeconds(staff.id, app.now());
  if (waitSeconds > 0) return waitSeconds;
  refusals.take(staff.id, app.now());
  await app.audit.record({ actor: staff, action: 'access refused', ...event });
  return 0;
}

/** Checks a permission. What a role does not allow throws `NotAllowed`, and is recorded in the audit trail. */
export async function requirePermission(app: App, staff: StaffMember, permission: Permission): Promise<void> {
  if (isAllowed(staff, permission)) return;
  await recordRefusal(app, staff, { details: { permission } });
  throw new NotAllowed();
}

export type Needs = ReturnType<typeof needsOf>;

/** Makes operations of staff: a function of the App, after a check of the permission that it needs. */
export function needsOf(app: App) {
  return <Args extends unknown[], Result>(permission: Permission, run: (app: App, staff: StaffMember, ...args: Args) => Result) =>
    async (staff: StaffMember, ...args: Args): Promise<Awaited<Result>> => {
      await requirePermission(app, staff, permission);
      return await run(app, staff, ...args);
    };
}
