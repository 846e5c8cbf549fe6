import type { App } from '#server/core/app.ts';
import type { AuditAction } from '#server/core/audit/audit-event.ts';
import type { Db, Tx } from '#server/core/database/schema.ts';
import { checkBoth } from './check-factors.ts';
import { recordRefusal } from './gate.ts';
import { invite, withdrawInvitation } from './invitations.ts';
import { sendReset } from './passwords.ts';
import type { RequestContext } from './request-context.ts';
import { accountEmailOf, isAccountEmail, type Role, type StaffAccount, type StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { type Change, commit } from './staff-store.ts';

type AccountOutcome = { kind: 'done' } | Refused;
type Refused = { kind: 'refused'; message: string };

type RoleOutcome = AccountOutcome | { kind: 'refused'; field: 'password' | 'code' | null; message: string };

/** Both factors of the owner who asks, and the request that they came with. */
type GivenFactors = { password: string; code: string; context: RequestContext };

/** A command on the server may do what an owner does. */
type ServerCommand = { id: null; name: string };

/** Changes an account and records it in one transaction, where an owner requests it and an owner is left. */
async function change(
  app: App,
  staff: StaffMember | ServerCommand,
  id: string,
  action: AuditAction,
  options: { removesOwner: (account: StaffAccount) => boolean; details?: Record<string, string> },
  work: (change: Change, accounts: StaffAccount[]) => Promise<WorkResult | undefined>,
): Promise<AccountOutcome> {
  if ('role' in staff && staff.role !== 'owner') return refuse(app, staff, action, id);
  return commit(app, async (change) => {
    const accounts = await store.lockAccounts(change.tx);
    const account = accounts.find((one) => one.id === id);
    if (!account) return { kind: 'refused', message: 'There is no such member of staff.' };
    if (options.removesOwner(account) && accounts.filter(isOwner).every((owner) => owner.id === id))
      return { kind: 'refused', message: 'The desk needs an owner: make somebody else an owner first.' };
    const result = await work(change, accounts);
    if (result?.kind === 'refused') return result;
    change.record({ actor: staff, action, subjectId: id, details: { ...options.details, ...result?.details } });
    return { kind: 'done' };
  });
}

async function refuse(app: App, staff: StaffMember, to: AuditAction, subjectId?: string): Promise<Refused> {
  const waitSeconds = await recordRefusal(app, staff, { ...(subjectId && { subjectId }), details: { to } });
  if (waitSeconds === 0) return { kind: 'refused', message: 'Only an owner of the desk can do that.' };
  return {
    kind: 'refused',
    message: `Your account does not allow this, and has asked for it many times. Wait ${waitSeconds} seconds, and ask an owner of the desk.`,
  };
}
export async function readOwners(app: App): Promise<StaffAccount[]> {
  return (await store.all(app)).filter(isOwner);
}

/** Invites a handler. An owner is made of one who has joined, after a check of both factors. */
export async function inviteHandler(
  app: App,
  staff: StaffMember,
  email: string,
): Promise<AccountOutcome | { kind: 'refused'; field: 'email'; message: string }> {
  if (staff.role !== 'owner') return refuse(app, staff, 'invited');
  const address = accountEmailOf(email);
  if (!isAccountEmail(address)) return { kind: 'refused', field: 'email', message: 'Enter an email address.' };
  if (await store.findByEmail(app, address))
    return { kind: 'refused', field: 'email', message: 'There is an account for this address already.' };
  await invite(app, staff, address, 'handler', { byEmail: true });
  return { kind: 'done' };
}

export async function withdraw(app: App, staff: StaffMember, id: string): Promise<AccountOutcome> {
  if (staff.role !== 'owner') return refuse(app, staff, 'invitation withdrawn');
  if (await withdrawInvitation(app, staff, id)) return { kind: 'done' };
  return { kind: 'refused', message: 'That invitation was used or withdrawn already.' };
}

/** Changes a role. An owner can do everything, so making one needs both factors: a browser may be unattended. */
export async function setRole(
  app: App,
  staff: StaffMember | ServerCommand,
  id: string,
  role: Role,
  factors: GivenFactors | null = null,
): Promise<RoleOutcome> {
  if ('role' in staff && staff.role === 'owner' && role === 'owner') {
    const checked = factors && (await checkBoth(app, staff, factors, factors.context));
    if (!checked) return { kind: 'refused', field: 'password', message: 'Enter your password.' };
    if (checked.kind === 'refused') return checked;
  }
  const removesOwner = (one: StaffAccount) => isOwner(one) && role !== 'owner';
  return change(app, staff, id, 'role changed', { removesOwner, details: { role } }, async ({ tx }) => {
    await store.update(tx, id, { role });
  });
}

/** How many open claims are assigned to each account, by its id. */
export function openClaims(app: App) {
  return countOpenClaims(app.db.db);
}

/**
 * Closes an account. `claimsTo` is who takes over its open claims, or null for nobody; it may be left out only where there are
 * none.
 */
export function closeAccount(
  app: App,
  staff: StaffMember | ServerCommand,
  id: string,
  claimsTo?: string | null,
): Promise<AccountOutcome> {
  return change(app, staff, id, 'account closed', { removesOwner: isOwner }, async ({ tx, record }, accounts) => {
    const claims = (await countOpenClaims(tx)).get(id) ?? 0;
    const refused = refuseHandover({ accounts, from: id, to: claimsTo, claims });
    if (refused) return refused;
    await store.update(tx, id, { leftAt: app.now() });
    await store.endSessions(tx, id, null);
    const to = claimsTo ?? null;
    await passOnNextSteps(tx, id, to);
    if (claims === 0) return;
    for (const claim of await reassignClaims(tx, id, to))
      record({ actor: staff, action: 'assigned', subjectId: claim, details: { from: id, to } });
    return { kind: 'done', details: { claims, to } };
  });
}

export function reopenAccount(app: App, staff: StaffMember | ServerCommand, id: string): Promise<AccountOutcome> {
  return change(app, staff, id, 'account opened again', { removesOwner: () => false }, async ({ tx }) => {
    await store.update(tx, id, { leftAt: null });
  });
}

/**
 * Resets both factors of somebody who lost phone and recovery codes: they get a new password by e-mail, then set up a new second
 * factor.
 */
export function resetFactors(app: App, staff: StaffMember | ServerCommand, id: string): Promise<AccountOutcome> {
  return change(
    app,
    staff,
    id,
    'two factors reset',
    { removesOwner: (one) => isOwner(one) && one.id === staff.id },
    async (change, accounts) => {
      await store.removeFactors(change.tx, id);
      await store.endSessions(change.tx, id, null);
      const account = accounts.find((one) => one.id === id);
      if (account?.leftAt === null)
        await sendReset(app, change, account, staff.id === null ? 'A command on the server' : staff.name);
    },
  );
}

/** What a change came to: the details for the audit trail, or a refusal before anything was written. */
type WorkResult = { kind: 'done'; details: Record<string, string | number | null> } | Refused;

function isOwner({ role, leftAt }: StaffAccount): boolean {
  return role === 'owner' && leftAt === null;
}

/** Refuses to close an account with open claims unless somebody with an open account, or nobody, is chosen to take them over. */
function refuseHandover(handover: {
  accounts: StaffAccount[];
  from: string;
  to: string | null | undefined;
  claims: number;
}): Refused | null {
  const { accounts, from, to, claims } = handover;
  if (to === undefined && claims > 0) {
    const name = accounts.find(({ id }) => id === from)?.name ?? '';
    const open = claims === 1 ? 'one open claim' : `${claims} open claims`;
    return { kind: 'refused', message: `${name} has ${open}. Choose who takes ${claims === 1 ? 'it' : 'them'} over, or nobody.` };
  }
  if (to && !accounts.some(({ id, leftAt }) => id === to && id !== from && leftAt === null))
    return { kind: 'refused', message: 'The claims cannot go there: that member of staff has no account any more.' };
  return null;
}

/** Claims in quarantine and others are read by a query each, so that each uses the index that holds only such claims. */
const quarantinedOrNot = ['is', 'is not'] as const;

async function countOpenClaims(db: Db): Promise<Map<string, number>> {
  const claims = new Map<string, number>();
  for (const quarantined of quarantinedOrNot) {
    const rows = await db
      .selectFrom('form_submissions')
      .select(({ fn }) => ['assigned_to as id', fn.countAll<number | string>().as('count')])
      .where('assigned_to', 'is not', null)
      .where('closed_at', 'is', null)
      .where('quarantined_at', quarantined, null)
      .groupBy('assigned_to')
      .execute();
    for (const { id, count } of rows) claims.set(id ?? '', (claims.get(id ?? '') ?? 0) + Number(count));
  }
  return claims;
}

/** Gives the next steps that were to be taken by one account to another, or to anybody. */
async function passOnNextSteps(tx: Tx, from: string, to: string | null): Promise<void> {
  await tx
    .updateTable('form_submissions')
    .set({ next_by: to })
    .where('next_by', '=', from)
    .where('closed_at', 'is', null)
    .execute();
}

/** Assigns the open claims of one account to another, or to nobody; returns their ids. */
async function reassignClaims(tx: Tx, from: string, to: string | null): Promise<string[]> {
  const ids: string[] = [];
  for (const quarantined of quarantinedOrNot) {
    const rows = await tx
      .updateTable('form_submissions')
      .set({ assigned_to: to })
      .where('assigned_to', '=', from)
      .where('closed_at', 'is', null)
      .where('quarantined_at', quarantined, null)
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids.toSorted();
}
