import { isEmailShaped } from '#forms/email-shape.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Act } from '#server/audit/event.ts';
import type { Tx } from '#server/database/schema.ts';
import type { createAccounts } from './accounts.ts';
import { createRefusals } from './refusals.ts';
import type { Role, Staff } from './staff.ts';
import type { Colleague, StaffStore } from './store.ts';
import { words } from './words.ts';

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
  accounts: ReturnType<typeof createAccounts>;
  writeInvitation: (email: string, url: string, invitedBy: string) => Promise<void>;
  now: () => number;
}) {
  const { store, audit, now } = services;
  const refusals = createRefusals(services);

  /** Does it in one transaction with its trace, where an owner asks and one is left. */
  async function change(
    staff: Staff | FromServer,
    id: string,
    act: Act,
    options: { takesOwner: (colleague: Colleague) => boolean; details?: Record<string, string> },
    work: (tx: Tx, colleagues: Colleague[]) => Promise<Worked | undefined>,
  ): Promise<Done> {
    if ('role' in staff && staff.role !== 'owner') return refuse(staff, act, id);
    return store.transaction(async (tx) => {
      const colleagues = await store.hold(tx);
      const colleague = colleagues.find((one) => one.id === id);
      if (!colleague) return { kind: 'refused', words: 'There is no such colleague.' };
      const owners = colleagues.filter(isOwner);
      if (options.takesOwner(colleague) && owners.every((owner) => owner.id === id)) return lastOwner;
      const worked = await work(tx, colleagues);
      if (worked?.kind === 'refused') return worked;
      await audit.recordIn(tx, { actor: staff, act, subjectId: id, details: { ...options.details, ...worked?.details } });
      return { kind: 'done' };
    });
  }

  async function refuse(staff: Staff, to: Act, subjectId?: string): Promise<Done> {
    const seconds = await refusals.record(staff, { ...(subjectId && { subjectId }), details: { to } });
    return seconds === 0 ? onlyOwner : { kind: 'refused', words: words.tooManyRefusals(seconds) };
  }

  const isOwner = ({ role, leftAt }: Colleague) => role === 'owner' && leftAt === null;

  return {
    all: store.all,
    invitations: () => store.invitations(now()),

    invite: async (staff: Staff, email: string, role: Role): Promise<InviteOutcome> => {
      if (staff.role !== 'owner') return refuse(staff, 'invited');
      const address = email.trim().toLowerCase();
      if (!isEmailShaped(address)) return { kind: 'refused', field: 'email', words: 'Enter an email address.' };
      if (await store.findByEmail(address))
        return { kind: 'refused', field: 'email', words: 'There is an account for this address already.' };
      const url = await services.accounts.invite(staff, address, role);
      await services.writeInvitation(address, url, staff.name);
      return { kind: 'done' };
    },

    setRole: (staff: Staff | FromServer, id: string, role: Role): Promise<Done> =>
      change(
        staff,
        id,
        'role changed',
        { takesOwner: (one) => isOwner(one) && role !== 'owner', details: { role } },
        async (tx) => {
          await store.setRole(tx, id, role);
        },
      ),

    /** How many claims are open under each name, by id of the colleague. */
    openClaims: () => store.openClaims(),

    /** `claimsTo`: who takes over their open claims, or null for nobody. Left out only where there are none. */
    close: (staff: Staff | FromServer, id: string, claimsTo?: string | null): Promise<Done> =>
      change(staff, id, 'account closed', { takesOwner: isOwner }, async (tx, colleagues) => {
        const claims = (await store.openClaims(tx)).get(id) ?? 0;
        const refusal = refuseHandOver({ colleagues, from: id, to: claimsTo, claims });
        if (refusal) return refusal;
        await store.setLeft(tx, id, now());
        await store.endSessions(tx, id, null);
        if (claims === 0) return;
        const to = claimsTo ?? null;
        for (const claim of await store.handOverClaims(tx, id, to))
          await audit.recordIn(tx, { actor: staff, act: 'assigned', subjectId: claim, details: { from: id, to } });
        return { kind: 'done', details: { claims, to } };
      }),

    open: (staff: Staff | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'account opened again', { takesOwner: () => false }, async (tx) => {
        await store.setLeft(tx, id, null);
      }),

    /** For somebody who lost phone and recovery codes: a new password by mail, then a new second factor. */
    resetFactors: (staff: Staff | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'two factors reset', { takesOwner: (one) => isOwner(one) && one.id === staff.id }, async (tx) => {
        await store.dropFactors(tx, id);
        await store.endSessions(tx, id, null);
      }),
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
