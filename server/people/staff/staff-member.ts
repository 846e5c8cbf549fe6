import { addressKey } from '#server/core/email-address.ts';
import { mixedAlphabets, mixesAlphabets, plainName } from '#server/core/shown-name.ts';

export type Role = 'owner' | 'handler';

/** A member of staff who is signed in with both factors. */
export type StaffMember = { id: string; name: string; email: string; role: Role };

/** The account of a member of staff. It stays when they leave, so that the audit trail can name them. */
export type StaffAccount = StaffMember & { joinedAt: string; hasTwoFactors: boolean; leftAt: number | null };

/** The longest address that e-mail can be sent to. */
const maxEmailLength = 254;

/** The address of an account as somebody typed it, in the form in which it is stored. */
export function accountEmailOf(typed: string): string {
  return addressKey(typed);
}

/** Whether an account can have this address: one that is the same in every spelling of it that mail servers take. */
export function isAccountEmail(text: string): boolean {
  const hasEmailShape = /^[\w'+.-]*[\w+-]@[a-z0-9.-]+\.[a-z]{2,}$/i.test(text);
  return hasEmailShape && text.length <= maxEmailLength && !text.startsWith('.') && !/\.\.|@\.|[.@]-/.test(text);
}

/** Names under which the audit trail has what nobody's account did. */
const actorNames = [
  'The claimant',
  'Somebody',
  'A command on the server',
  'Command line',
  'Server',
  'Retention',
  'Response targets',
  'The virus scan',
];

/** Why somebody cannot have this name, as a message; null where they can. The audit trail names who did what. */
export function nameProblem(name: string, others: Pick<StaffAccount, 'name'>[]): string | null {
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Enter your name.';
  if (mixesAlphabets(name)) return mixedAlphabets;
  const taken = [...others.map((one) => one.name), ...actorNames].map(likeness);
  return taken.includes(likeness(name))
    ? 'A colleague has this name already. Add something that tells you apart, such as your second name or your team.'
    : null;
}

/** In most typefaces a capital I, a small l and a 1 are one stroke. */
function likeness(name: string): string {
  return plainName(name).replaceAll(/[l1]/g, 'i');
}

/** What may be done in the desk, and by which roles. Everything else is allowed to nobody. */
const rolesAllowed = {
  'read submissions': ['owner', 'handler'],
  'change submissions': ['owner', 'handler'],
  'export list': ['owner', 'handler'],
  'export person': ['owner', 'handler'],
  'see response times': ['owner', 'handler'],
  erase: ['owner'],
  'read audit trail': ['owner'],
  'manage staff': ['owner'],
  'run background work': ['owner'],
  'change the site': ['owner'],
  'manage partners': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof rolesAllowed;

export function isAllowed(staff: StaffMember, permission: Permission): boolean {
  return (rolesAllowed[permission] as readonly Role[]).includes(staff.role);
}

/** The role of a member of staff does not allow what they requested. The message is for the screen. */
export class NotAllowed extends Error {
  override name = 'NotAllowed';
  constructor() {
    super('Your account does not allow this. Ask an owner of the desk.');
  }
}
