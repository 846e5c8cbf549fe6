import type { Audit } from '#server/audit/audit.ts';
import { createRefusals, isAllowed, NotAllowed, type Permission, type StaffMember } from './staff-member.ts';

export type Gate = ReturnType<typeof createGate>;

/** Checks permissions. What a role does not allow throws `NotAllowed`, and is recorded in the audit trail. */
export function createGate(services: { audit: Pick<Audit, 'record'>; now: () => number }) {
  const refusals = createRefusals(services);

  async function requirePermission(staff: StaffMember, permission: Permission): Promise<void> {
    if (isAllowed(staff, permission)) return;
    await refusals.record(staff, { details: { permission } });
    throw new NotAllowed();
  }

  return {
    requirePermission,

    /** An operation of staff: the function, after a check of the permission that it needs. */
    needs:
      <Args extends unknown[], Result>(permission: Permission, run: (staff: StaffMember, ...args: Args) => Result) =>
      async (staff: StaffMember, ...args: Args): Promise<Awaited<Result>> => {
        await requirePermission(staff, permission);
        return await run(staff, ...args);
      },
  };
}
