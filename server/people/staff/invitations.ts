import { createHash, randomUUID } from 'node:crypto';
import { day } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import { shownName } from '#server/core/shown-name.ts';
import { cancelEmails } from '#server/mail/out/email-store.ts';
import { tokenCookie } from './cookies.ts';
import * as credentials from './credential-store.ts';
import { usedLinkCookie } from './link-cookies.ts';
import { guessesFrom, passwordProblem } from './passwords.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { isAccountEmail, nameProblem, type Role } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

/** How long an invitation can be used. */
const validMs = 2 * day;

type JoinOutcome = WithCookies<{ kind: 'joined' } | { kind: 'refused'; field: 'name' | 'password' | null; message: string }>;

/** The invitations that can still be used. */
function openOf(app: App) {
  return app.db.db
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'role', 'expires_at'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.now());
}

/** Accounts are opened by an invitation alone, which works once and for its own e-mail address. */
export async function findInvitation(app: App, token: string): Promise<{ id: string; email: string; role: Role } | null> {
  return (await openOf(app).where('token_hash', '=', hashOf(token)).executeTakeFirst()) ?? null;
}

/** Returns the link; `byEmail` also sends it. An earlier invitation for the address no longer works. */
export function invite(app: App, by: Actor, email: string, role: Role, options: { byEmail?: boolean } = {}): Promise<string> {
  return commit(app, async (change) => {
    const token = credentials.newToken();
    const invitation = { id: randomUUID(), token_hash: hashOf(token), email, role, invited_by: by.name };
    await change.tx.deleteFrom('staff_invitations').where('email', '=', email).where('used_at', 'is', null).execute();
    await cancelEmails(change.tx, 'invitation', email);
    await change.tx
      .insertInto('staff_invitations')
      .values({ ...invitation, created_at: app.now(), expires_at: app.now() + validMs })
      .execute();
    const url = `${app.env.siteUrl}/desk/join?invitation=${token}`;
    change.record({ actor: by, action: 'invited', details: { email, role } });
    if (options.byEmail) await change.email('invitation', email, { url, invitedBy: by.name, validFor: 'two days' });
    return url;
  });
}

export function openInvitations(app: App) {
  return openOf(app).orderBy('created_at').execute();
}

/**
 * Withdraws an invitation: its link no longer works, and its e-mail is not sent if it still waits. False where it was used or
 * withdrawn already.
 */
export function withdrawInvitation(app: App, by: Actor, id: string): Promise<boolean> {
  return commit(app, async ({ tx, record }) => {
    const invitation = await tx
      .deleteFrom('staff_invitations')
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst();
    if (!invitation) return false;
    await cancelEmails(tx, 'invitation', invitation.email);
    record({ actor: by, action: 'invitation withdrawn', details: { ...invitation } });
    return true;
  });
}

/** Opens an account and signs in to it; the second factor has to be set up next. */
export async function join(
  app: App,
  given: { invitation: string; name: string; password: string },
  context: RequestContext,
): Promise<JoinOutcome> {
  const refused = (field: 'name' | 'password' | null, message: string): JoinOutcome => ({
    kind: 'refused',
    field,
    message,
    cookies: [],
  });
  const expired = refused(null, 'This invitation was used or has run out. Ask the owner of the desk for another.');
  const invitation = await findInvitation(app, given.invitation);
  if (!invitation || !isAccountEmail(invitation.email)) return expired;
  const { email, role } = invitation;
  const name = shownName(given.name).slice(0, 100);
  const problem = passwordProblem(given.password, guessesFrom({ name, email }));
  if (problem) return refused('password', problem);
  const hash = await app.passwordHash.hash(given.password);
  return commit(app, async ({ tx, record }): Promise<JoinOutcome> => {
    const wrongName = nameProblem(name, await store.lockAccounts(tx));
    if (wrongName) return refused('name', wrongName);
    const { numUpdatedRows } = await tx
      .updateTable('staff_invitations')
      .set({ used_at: app.now() })
      .where('id', '=', invitation.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return expired;
    const id = await store.addAccount(tx, { name, email, role }, app.now());
    if (id === null) return expired;
    await credentials.setPassword(tx, id, hash, app.now());
    record({ actor: { id, name }, action: 'joined', subjectId: id, details: { role } });
    const token = await store.addSession(app, tx, id, context);
    return { kind: 'joined', cookies: [tokenCookie(app, 'session', token), usedLinkCookie(app, 'invitation')] };
  });
}

/** Only the hash of a token is stored. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
