import type { Role, StaffMember } from './staff.ts';

/** What may be done in the desk, and by whom. What is not here nobody may. */
const allowed = {
  'read submissions': ['owner', 'handler'],
  'change submissions': ['owner', 'handler'],
  'export list': ['owner', 'handler'],
  'export person': ['owner', 'handler'],
  'see response times': ['owner', 'handler'],
  erase: ['owner'],
  'read audit trail': ['owner'],
  'see colleagues': ['owner'],
  'run background work': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof allowed;

export function isAllowed(staff: StaffMember, permission: Permission): boolean {
  return (allowed[permission] as readonly Role[]).includes(staff.role);
}

/** Somebody asked for what their role does not allow. The message is a sentence to show. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
  constructor() {
    super('Your account does not allow this. Ask an owner of the desk.');
  }
}
