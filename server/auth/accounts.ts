import type { Audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/audit/event.ts';
import { createTokenBuckets } from '#server/ops/token-buckets.ts';
import { type Ask, headersOf, type WithCookies } from './ask.ts';
import type { Library } from './library.ts';
import { passwordProblem } from './password.ts';
import { unlessRefused } from './refusal.ts';
import type { Role, Staff } from './staff.ts';
import type { Invitation, StaffStore } from './store.ts';
import { invitationMs } from './times.ts';
import { words } from './words.ts';

/** An answer to whoever asks for a new password takes at least this long, so that it does not tell whether a letter was written. */
const resetTakesMs = 400;

/** Letters with a link for a new password, from one address or to one. */
const resets = { burst: 5, perMinute: 0.1 };

export type Joining = WithCookies<{ kind: 'joined' } | { kind: 'refused'; field: 'name' | 'password' | null; words: string }>;
export type PasswordChange = { kind: 'changed' } | { kind: 'refused'; field: 'old' | 'new'; words: string };
export type NewPassword = { kind: 'changed' } | { kind: 'refused'; field: 'password' | null; words: string };

/** How an account comes to be and how its password changes. */
export function createAccounts(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  audit: Audit;
  siteUrl: string;
  onPasswordChanged: (staffId: string, email: string) => Promise<void>;
  now: () => number;
}) {
  const { library, store, audit, siteUrl, now } = services;

  /** A mailbox must not be flooded: by one address, or about one account. */
  const asked = createTokenBuckets(resets);
  function tooMany(ask: Ask | null, email: string): boolean {
    const names = [`to ${email}`, ...(ask?.address ? [`from ${ask.address}`] : [])];
    if (names.some((name) => asked.waitSeconds(name, now()) > 0)) return true;
    for (const name of names) asked.take(name, now());
    return false;
  }

  return {
    /** Answers with the link that lets this address open an account once. */
    invite: async (by: Actor, email: string, role: Role): Promise<string> => {
      const token = await store.transaction(async (tx) => {
        const made = await store.invite(tx, { email, role, invitedBy: by.name, now: now(), validMs: invitationMs });
        await audit.recordIn(tx, { actor: by, act: 'invited', details: { email, role } });
        return made;
      });
      return `${siteUrl}/desk/join?invitation=${token}`;
    },

    invitation: (token: string): Promise<Invitation | null> => store.invitation(token, now()),

    /** Opens an account and signs in to it; the second factor has to be set up next. */
    join: async (given: { invitation: string; name: string; password: string }, ask: Ask): Promise<Joining> => {
      const refused = (field: 'name' | 'password' | null, said: string): Joining => ({
        ...{ kind: 'refused', field, words: said },
        cookies: [],
      });
      const invitation = await store.invitation(given.invitation, now());
      if (!invitation) return refused(null, words.noInvitation);
      const name = given.name.trim().slice(0, 100);
      if (name === '') return refused('name', words.nameMissing);
      const problem = passwordProblem(given.password, [...name.split(/\s+/), ...invitation.email.split(/[@.]/)]);
      if (problem) return refused('password', problem);
      if (!(await store.spendInvitation(invitation.id, now()))) return refused(null, words.noInvitation);
      const { api } = await library();
      const body = { name, email: invitation.email, password: given.password };
      const answer = await unlessRefused(api.signUpEmail({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
      if (!answer) {
        await store.returnInvitation(invitation.id);
        return refused(null, words.noInvitation);
      }
      const { id } = answer.response.user;
      await store.transaction(async (tx) => {
        await store.setRole(tx, id, invitation.role);
        await audit.recordIn(tx, { actor: { id, name }, act: 'joined', subjectId: id, details: { role: invitation.role } });
      });
      return { kind: 'joined', cookies: answer.headers.getSetCookie() };
    },

    /** The same answer whether or not there is such an account, and after the same time. */
    askForReset: async (email: string, ask: Ask | null): Promise<void> => {
      const given = email.trim().toLowerCase();
      const write = async () => {
        // For everybody: loaded by an account alone, the library would tell that there is one.
        const { api } = await library();
        const colleague = await store.findByEmail(given);
        if (!colleague || colleague.leftAt !== null || tooMany(ask, given)) return;
        await audit.record({ actor: { id: null, name: 'Somebody' }, act: 'password reset asked for', subjectId: colleague.id });
        await api.requestPasswordReset({ body: { email: given } });
      };
      await Promise.all([write(), new Promise((resolve) => setTimeout(resolve, resetTakesMs))]);
    },

    /** With the old one. Every other session of theirs ends. */
    changePassword: async (staff: Staff, given: { old: string; new: string }, ask: Ask): Promise<WithCookies<PasswordChange>> => {
      const problem = passwordProblem(given.new, [...staff.name.split(/\s+/), ...staff.email.split(/[@.]/)]);
      if (problem) return { kind: 'refused', field: 'new', words: problem, cookies: [] };
      const { api } = await library();
      const body = { currentPassword: given.old, newPassword: given.new, revokeOtherSessions: true };
      const answer = await unlessRefused(api.changePassword({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
      if (!answer) return { kind: 'refused', field: 'old', words: words.wrongPassword, cookies: [] };
      await services.onPasswordChanged(staff.id, staff.email);
      return { kind: 'changed', cookies: answer.headers.getSetCookie() };
    },

    reset: async (token: string, password: string): Promise<NewPassword> => {
      const problem = passwordProblem(password);
      if (problem) return { kind: 'refused', field: 'password', words: problem };
      const { api } = await library();
      const changed = await unlessRefused(api.resetPassword({ body: { token, newPassword: password } }), () => null);
      return changed ? { kind: 'changed' } : { kind: 'refused', field: null, words: words.noReset };
    },
  };
}
