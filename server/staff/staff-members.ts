import type { Audit } from '#server/audit/audit.ts';
import type { AuditAction } from '#server/audit/audit-event.ts';
import { createRefusals } from './access-refusals.ts';
import type { createInvitations } from './invitations.ts';
import type { createPasswords } from './passwords.ts';
import { isAccountEmail, type Role, type StaffMember } from './staff.ts';
import type { Change, Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { Colleague, StaffStore } from './staff-store.ts';

/** `refused`: only an owner may, or it would leave the desk without one. */
export type Done = { kind: 'done' } | { kind: 'refused'; words: string };

const onlyOwner: Done = { kind: 'refused', words: 'Only an owner of the desk can do that.' };
const lastOwner: Done = { kind: 'refused', words: 'The desk needs an owner: make somebody else an owner first.' };

/** Whoever may run commands on the server may do all of it. */
export type FromServer = { id: null; name: string };

type Refused = Extract<Done, { kind: 'refused' }>;

/** What was done within a transaction, with details for the audit trail; refused before anything was written. */
type Worked = { kind: 'done'; details: Record<string, string | number | null> } | Refused;

export type InviteOutcome = Done | { kind: 'refused'; field: 'email'; words: string };

/** What an owner does about those who work here. */
export function createColleagues(services: {
  store: StaffStore;
  audit: Audit;
  commit: Commit;
  invitations: Pick<ReturnType<typeof createInvitations>, 'invite'>;
  passwords: Pick<ReturnType<typeof createPasswords>, 'sendReset'>;
  now: () => number;
}) {
  const { store, commit, now } = services;
  const refusals = createRefusals(services);

  /** Does it in one transaction with its trace, where an owner asks and one is left. */
  async function change(
    staff: StaffMember | FromServer,
    id: string,
    action: AuditAction,
    options: { takesOwner: (colleague: Colleague) => boolean; details?: Record<string, string> },
    work: (change: Change, colleagues: Colleague[]) => Promise<Worked | undefined>,
  ): Promise<Done> {
    if ('role' in staff && staff.role !== 'owner') return refuse(staff, action, id);
    return commit(async (change) => {
      const colleagues = await store.hold(change.tx);
      const colleague = colleagues.find((one) => one.id === id);
      if (!colleague) return { kind: 'refused', words: 'There is no such colleague.' };
      const owners = colleagues.filter(isOwner);
      if (options.takesOwner(colleague) && owners.every((owner) => owner.id === id)) return lastOwner;
      const worked = await work(change, colleagues);
      if (worked?.kind === 'refused') return worked;
      await change.record({ actor: staff, action, subjectId: id, details: { ...options.details, ...worked?.details } });
      return { kind: 'done' };
    });
  }

  async function refuse(staff: StaffMember, to: AuditAction, subjectId?: string): Promise<Done> {
    const seconds = await refusals.record(staff, { ...(subjectId && { subjectId }), details: { to } });
    return seconds === 0 ? onlyOwner : { kind: 'refused', words: words.tooManyRefusals(seconds) };
  }

  const isOwner = ({ role, leftAt }: Colleague) => role === 'owner' && leftAt === null;

  return {
    all: store.all,
    invitations: () => store.invitations(now()),

    invite: async (staff: StaffMember, email: string, role: Role): Promise<InviteOutcome> => {
      if (staff.role !== 'owner') return refuse(staff, 'invited');
      const address = email.trim().toLowerCase();
      if (!isAccountEmail(address)) return { kind: 'refused', field: 'email', words: words.noEmail };
      if (await store.findByEmail(address)) return { kind: 'refused', field: 'email', words: words.emailTaken };
      await services.invitations.invite(staff, address, role, { byEmail: true });
      return { kind: 'done' };
    },

    /** The link in its e-mail no longer works. */
    withdraw: async (staff: StaffMember, id: string): Promise<Done> => {
      if (staff.role !== 'owner') return refuse(staff, 'invitation withdrawn');
      return commit(async ({ tx, record }) => {
        const invitation = await store.withdrawInvitation(tx, id);
        if (!invitation) return { kind: 'refused', words: words.invitationGone };
        await record({ actor: staff, action: 'invitation withdrawn', details: { ...invitation } });
        return { kind: 'done' };
      });
    },

    setRole: (staff: StaffMember | FromServer, id: string, role: Role): Promise<Done> =>
      change(
        staff,
        id,
        'role changed',
        { takesOwner: (one) => isOwner(one) && role !== 'owner', details: { role } },
        async ({ tx }) => {
          await store.setRole(tx, id, role);
        },
      ),

    /** How many claims are open under each name, by id of the colleague. */
    openClaims: () => store.openClaims(),

    /** `claimsTo`: who takes over their open claims, or null for nobody. Left out only where there are none. */
    close: (staff: StaffMember | FromServer, id: string, claimsTo?: string | null): Promise<Done> =>
      change(staff, id, 'account closed', { takesOwner: isOwner }, async ({ tx, record }, colleagues) => {
        const claims = (await store.openClaims(tx)).get(id) ?? 0;
        const refusal = refuseHandOver({ colleagues, from: id, to: claimsTo, claims });
        if (refusal) return refusal;
        await store.setLeft(tx, id, now());
        await store.endSessions(tx, id, null);
        if (claims === 0) return;
        const to = claimsTo ?? null;
        for (const claim of await store.handOverClaims(tx, id, to))
          await record({ actor: staff, action: 'assigned', subjectId: claim, details: { from: id, to } });
        return { kind: 'done', details: { claims, to } };
      }),

    open: (staff: StaffMember | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'account opened again', { takesOwner: () => false }, async ({ tx }) => {
        await store.setLeft(tx, id, null);
      }),

    /** For somebody who lost phone and recovery codes: a new password by mail, then a new second factor. */
    resetFactors: (staff: StaffMember | FromServer, id: string): Promise<Done> =>
      change(
        staff,
        id,
        'two factors reset',
        { takesOwner: (one) => isOwner(one) && one.id === staff.id },
        async (within, colleagues) => {
          await store.dropFactors(within.tx, id);
          await store.endSessions(within.tx, id, null);
          const member = colleagues.find((one) => one.id === id);
          if (member?.leftAt === null) await services.passwords.sendReset(within, member);
        },
      ),
  };
}

/** Whoever leaves with open claims says who takes them over, and that has to be somebody who stays. */
function refuseHandOver(handOver: {
  colleagues: Colleague[];
  from: string;
  to: string | null | undefined;
  claims: number;
}): Refused | null {
  const { colleagues, from, to, claims } = handOver;
  if (to === undefined && claims > 0) {
    const name = colleagues.find(({ id }) => id === from)?.name ?? '';
    const open = claims === 1 ? 'one open claim' : `${claims} open claims`;
    return { kind: 'refused', words: `${name} has ${open}. Choose who takes ${claims === 1 ? 'it' : 'them'} over, or nobody.` };
  }
  if (to && !colleagues.some(({ id, leftAt }) => id === to && id !== from && leftAt === null))
    return { kind: 'refused', words: 'The claims cannot go there: that colleague has no account any more.' };
  return null;
}
