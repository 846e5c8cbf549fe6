import { createTokenBuckets } from '#server/observability/token-buckets.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';
import { passwordProblem } from './password.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Ask, WithCookies } from './request-context.ts';
import { currentSessionId, sessionCookie } from './sessions.ts';
import type { StaffMember } from './staff.ts';
import type { Change, Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { Colleague, StaffStore } from './staff-store.ts';

/** An answer to whoever asks for a new password takes at least this long, so that it does not tell whether an e-mail was written. */
const resetTakesMs = 400;

/** E-mails with a link for a new password, from one address or to one. */
const resets = { burst: 5, perMinute: 0.1 };

export type PasswordChange = { kind: 'changed' } | { kind: 'refused'; field: 'old' | 'new' | null; words: string };
export type NewPassword = { kind: 'changed' } | { kind: 'refused'; field: 'password' | null; words: string };

/** How a password changes: with the old one, or by a link that comes by e-mail. */
export function createPasswords(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  credentials: CredentialStore;
  reauthentication: Reauthentication;
  commit: Commit;
  siteUrl: string;
  now: () => number;
}) {
  const { library, store, credentials, reauthentication, commit, siteUrl, now } = services;

  /** A mailbox must not be flooded: by one address, or about one account. */
  const asked = createTokenBuckets(resets);
  function tooMany(ask: Ask | null, email: string): boolean {
    const names = [`to ${email}`, ...(ask?.address ? [`from ${ask.address}`] : [])];
    if (names.some((name) => asked.waitSeconds(name, now()) > 0)) return true;
    for (const name of names) asked.take(name, now());
    return false;
  }

  /** Writes the e-mail with a link for a new password. */
  async function sendReset({ tx, email }: Change, member: Pick<Colleague, 'id' | 'email'>): Promise<void> {
    const token = await credentials.addResetLink(tx, member.id, now());
    await email('password-reset', member.email, { url: `${siteUrl}/desk/new-password?token=${token}`, validFor: 'an hour' });
  }

  async function tellOfChange({ tx, record, email }: Change, member: Pick<Colleague, 'id' | 'name' | 'email'>): Promise<void> {
    await credentials.dropResetLinks(tx, member.id);
    await record({ actor: { id: member.id, name: member.name }, action: 'password changed', subjectId: member.id });
    await email('password-changed', member.email);
  }

  return {
    sendReset,

    /** The same answer whether or not there is such an account, and after the same time. */
    askForReset: async (email: string, ask: Ask | null): Promise<void> => {
      const given = email.trim().toLowerCase();
      const write = async () => {
        const member = await store.findByEmail(given);
        if (!member || member.leftAt !== null || tooMany(ask, given)) return;
        await commit(async (change) => {
          const actor = { id: null, name: 'Somebody' };
          await change.record({ actor, action: 'password reset asked for', subjectId: member.id });
          await sendReset(change, member);
        });
      };
      await Promise.all([write(), new Promise((resolve) => setTimeout(resolve, resetTakesMs))]);
    },

    /** Whether a link for a new password still works. */
    isResetOpen: async (token: string): Promise<boolean> => (await credentials.findResetLink(token, now())) !== null,

    /** By a link, which then no longer works. Every session of theirs ends. */
    reset: async (token: string, password: string): Promise<NewPassword> => {
      const over: NewPassword = { kind: 'refused', field: null, words: words.noReset };
      const staffId = await credentials.findResetLink(token, now());
      const member = staffId && (await store.find(staffId));
      if (!member) return over;
      const problem = passwordProblem(password, wordsKnownOf(member));
      if (problem) return { kind: 'refused', field: 'password', words: problem };
      const hash = await hashed(password);
      return commit(async (change): Promise<NewPassword> => {
        if (!(await credentials.spendResetLink(change.tx, token, now()))) return over;
        await credentials.setPassword(change.tx, member.id, hash, now());
        await store.endSessions(change.tx, member.id, null);
        await tellOfChange(change, member);
        return { kind: 'changed' };
      });
    },

    /** With the old one. Every other session of theirs ends, and this one gets another cookie. */
    changePassword: async (
      staff: StaffMember,
      given: { old: string; new: string },
      ask: Ask,
    ): Promise<WithCookies<PasswordChange>> => {
      const refused = (field: 'old' | 'new' | null, said: string): WithCookies<PasswordChange> => ({
        ...{ kind: 'refused', field, words: said },
        cookies: [],
      });
      const problem = passwordProblem(given.new, wordsKnownOf(staff));
      if (problem) return refused('new', problem);
      const checked = await reauthentication.byPassword(staff, given.old, ask);
      if (checked.kind === 'refused') return refused(checked.field && 'old', checked.words);
      const opened = await library();
      const [hash, sessionId] = [await hashed(given.new), await currentSessionId(opened, ask)];
      const token = await commit(async (change) => {
        const hashes = { from: checked.hash, to: hash };
        if (!(await credentials.replacePassword(change.tx, staff.id, hashes, now()))) return null;
        await tellOfChange(change, staff);
        return store.renewSession(change.tx, staff.id, sessionId);
      });
      if (token === null) return refused('old', words.wrongPassword);
      return { kind: 'changed', cookies: [await sessionCookie(opened, token)] };
    },
  };

  async function hashed(password: string): Promise<string> {
    const { $context } = await library();
    return (await $context).password.hash(password);
  }
}

/** What somebody who wants to guess a password tries first. */
export function wordsKnownOf({ name, email }: { name: string; email: string }): string[] {
  return [...name.split(/\s+/), ...email.split(/[@.]/)];
}
