import type { App } from '#server/core/app.ts';
import { shownName } from '#server/core/shown-name.ts';
import { checkBoth } from './check-factors.ts';
import * as credentials from './credential-store.ts';
import type { RequestContext } from './request-context.ts';
import { accountEmailOf, isAccountEmail, nameProblem, type StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit, type StaffSession } from './staff-store.ts';

export type ProfileChange =
  | { kind: 'changed'; staff: StaffMember }
  | { kind: 'refused'; field: 'name' | 'email' | 'password' | 'code' | null; message: string };

export async function changeName(app: App, staff: StaffMember, given: string): Promise<ProfileChange> {
  const name = shownName(given).slice(0, 100);
  return commit(app, async ({ tx, record }): Promise<ProfileChange> => {
    const others = (await store.lockAccounts(tx)).filter(({ id }) => id !== staff.id);
    const problem = nameProblem(name, others);
    if (problem) return { kind: 'refused', field: 'name', message: problem };
    await store.update(tx, staff.id, { name });
    record({ actor: staff, action: 'name changed', subjectId: staff.id, details: { to: name } });
    return { kind: 'changed', staff: { ...staff, name } };
  });
}

/**
 * Changes the e-mail address, after a check of both factors, because links for new passwords go to it. The previous address gets
 * an e-mail about it.
 */
export async function changeEmail(
  app: App,
  staff: StaffMember,
  given: { email: string; password: string; code: string },
  context: RequestContext,
): Promise<ProfileChange> {
  const email = accountEmailOf(given.email);
  const refused = (message: string): ProfileChange => ({ kind: 'refused', field: 'email', message });
  if (!isAccountEmail(email)) return refused('Enter an email address.');
  if (email === staff.email) return refused('That is your address already.');
  const taken = refused('There is an account for this address already.');
  if (await store.findByEmail(app, email)) return taken;
  const checked = await checkBoth(app, staff, given, context);
  if (checked.kind === 'refused') return checked;
  return commit(app, async (change): Promise<ProfileChange> => {
    const accounts = await store.lockAccounts(change.tx);
    if (accounts.some((one) => one.email === email)) return taken;
    await store.update(change.tx, staff.id, { email });
    await credentials.deleteTokens(change.tx, staff.id);
    change.record({ actor: staff, action: 'email changed', subjectId: staff.id });
    await change.email('email-changed', staff.email, { email });
    return { kind: 'changed', staff: { ...staff, email } };
  });
}

export function ownSessions(app: App, staff: StaffMember): Promise<StaffSession[]> {
  return store.sessions(app, staff.id);
}

/** Ends one of their own sessions, or with null all of them; returns how many ended. */
export function endSessions(app: App, staff: StaffMember, id: string | null): Promise<number> {
  return commit(app, async ({ tx, record }) => {
    const ended = await store.endSessions(tx, staff.id, id);
    if (ended === 0 && id !== null) return 0;
    const action = id === null ? 'signed out everywhere' : 'signed out';
    record({ actor: staff, action, subjectId: staff.id });
    return ended;
  });
}
