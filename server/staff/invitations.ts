import type { Actor } from '#server/audit/audit-event.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';
import { passwordProblem } from './password.ts';
import { wordsKnownOf } from './passwords.ts';
import { type Ask, headersOf, type WithCookies } from './request-context.ts';
import { isAccountEmail, type Role } from './staff.ts';
import type { Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { Invitation, StaffStore } from './staff-store.ts';
import { invitationMs } from './times.ts';

export type Joining = WithCookies<{ kind: 'joined' } | { kind: 'refused'; field: 'name' | 'password' | null; words: string }>;

/** How an account comes to be: by an invitation, which works once and names the address. */
export function createInvitations(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  credentials: CredentialStore;
  commit: Commit;
  siteUrl: string;
  now: () => number;
}) {
  const { library, store, credentials, commit, siteUrl, now } = services;

  return {
    /** Answers with the link that lets this address open an account once; `byEmail` also sends it there. */
    invite: (by: Actor, email: string, role: Role, options: { byEmail?: boolean } = {}): Promise<string> =>
      commit(async (change) => {
        const facts = { email, role, invitedBy: by.name, now: now(), validMs: invitationMs };
        const url = `${siteUrl}/desk/join?invitation=${await store.invite(change.tx, facts)}`;
        await change.record({ actor: by, action: 'invited', details: { email, role } });
        if (options.byEmail) await change.email('invitation', email, { url, invitedBy: by.name, validFor: 'two days' });
        return url;
      }),

    invitation: (token: string): Promise<Invitation | null> => store.invitation(token, now()),

    /** Opens an account and signs in to it; the second factor has to be set up next. */
    join: async (given: { invitation: string; name: string; password: string }, ask: Ask): Promise<Joining> => {
      const refused = (field: 'name' | 'password' | null, said: string): Joining => ({
        ...{ kind: 'refused', field, words: said },
        cookies: [],
      });
      const invitation = await store.invitation(given.invitation, now());
      if (!invitation || !isAccountEmail(invitation.email)) return refused(null, words.noInvitation);
      const { email, role } = invitation;
      const name = given.name.trim().slice(0, 100);
      if (name === '') return refused('name', words.nameMissing);
      const problem = passwordProblem(given.password, wordsKnownOf({ name, email }));
      if (problem) return refused('password', problem);
      const { api, $context } = await library();
      const hash = await (await $context).password.hash(given.password);
      const isOpened = await commit(async ({ tx, record }) => {
        if (!(await store.spendInvitation(tx, invitation.id, now()))) return false;
        const id = await store.addStaff(tx, { name, email, role }, now());
        if (id === null) return false;
        await credentials.setPassword(tx, id, hash, now());
        await record({ actor: { id, name }, action: 'joined', subjectId: id, details: { role } });
        return true;
      });
      if (!isOpened) return refused(null, words.noInvitation);
      const body = { email, password: given.password };
      const { headers } = await api.signInEmail({ body, headers: headersOf(ask), returnHeaders: true });
      return { kind: 'joined', cookies: headers.getSetCookie() };
    },
  };
}
