import { isEmailShaped } from '#forms/email-shape.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Act } from '#server/audit/event.ts';
import type { Tx } from '#server/database/schema.ts';
import type { createAccounts } from './accounts.ts';
import type { Role, Staff } from './staff.ts';
import type { Colleague, StaffStore } from './store.ts';

/** `refused`: only an owner may, or it would leave the desk without one. */
export type Done = { kind: 'done' } | { kind: 'refused'; words: string };

const onlyOwner: Done = { kind: 'refused', words: 'Only an owner of the desk can do that.' };
const lastOwner: Done = { kind: 'refused', words: 'The desk needs an owner: make somebody else an owner first.' };

/** Whoever may run commands on the server may do all of it. */
export type FromServer = { id: null; name: string };

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

  /** Does it in one transaction with its trace, where an owner asks and one is left. */
  async function change(
    staff: Staff | FromServer,
    id: string,
    act: Act,
    options: { takesOwner: (colleague: Colleague) => boolean; details?: Record<string, string> },
    work: (tx: Tx) => Promise<void>,
  ): Promise<Done> {
    if ('role' in staff && staff.role !== 'owner') return refuse(staff, act, id);
    return store.transaction(async (tx) => {
      const colleagues = await store.hold(tx);
      const colleague = colleagues.find((one) => one.id === id);
      if (!colleague) return { kind: 'refused', words: 'There is no such colleague.' };
      const owners = colleagues.filter(isOwner);
      if (options.takesOwner(colleague) && owners.every((owner) => owner.id === id)) return lastOwner;
      await work(tx);
      await audit.recordIn(tx, { actor: staff, act, subjectId: id, details: options.details ?? {} });
      return { kind: 'done' };
    });
  }

  async function refuse(staff: Staff, to: Act, subjectId?: string): Promise<Done> {
    await audit.record({ actor: staff, act: 'access refused', ...(subjectId && { subjectId }), details: { to } });
    return onlyOwner;
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

    close: (staff: Staff | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'account closed', { takesOwner: isOwner }, async (tx) => {
        await store.setLeft(tx, id, now());
        await store.endSessions(tx, id, null);
      }),

    open: (staff: Staff | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'account opened again', { takesOwner: () => false }, (tx) => store.setLeft(tx, id, null)),

    /** For somebody who lost phone and recovery codes: a new password by mail, then a new second factor. */
    resetFactors: (staff: Staff | FromServer, id: string): Promise<Done> =>
      change(staff, id, 'two factors reset', { takesOwner: (one) => isOwner(one) && one.id === staff.id }, async (tx) => {
        await store.dropFactors(tx, id);
        await store.endSessions(tx, id, null);
      }),
  };
}
