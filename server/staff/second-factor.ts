import {
  digitsOf,
  type Enrolment,
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  openEnrolment,
  type Pending,
} from './authenticator.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Ask, WithCookies } from './request-context.ts';
import { currentSessionId, sessionCookie } from './sessions.ts';
import type { StaffMember } from './staff.ts';
import type { Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { StaffStore } from './staff-store.ts';
import { secondStepSeconds } from './times.ts';

export type { Enrolment } from './authenticator.ts';

export type Begun =
  | { kind: 'begun'; enrolment: Enrolment }
  | { kind: 'refused'; field: 'password' | 'code' | null; words: string };
/** `enrolment`: to type another code for; null where it is over. */
export type Confirmed = WithCookies<{ kind: 'set up' } | { kind: 'refused'; words: string; enrolment: Enrolment | null }>;
export type RecoveryCodes =
  | { kind: 'made'; recoveryCodes: string[] }
  | { kind: 'refused'; field: 'password' | 'code' | null; words: string };

/** Setting up the authenticator app, moving it to another phone, and making new recovery codes. */
export function createSecondFactor(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  credentials: CredentialStore;
  reauthentication: Reauthentication;
  browsers: KnownBrowsers;
  commit: Commit;
  now: () => number;
}) {
  const { library, store, credentials, reauthentication, browsers, commit, now } = services;

  return {
    /**
     * Makes what an app needs, after the password and, where there is an authenticator already, a code of it. Nothing is stored:
     * the one before works until the new one is confirmed.
     */
    begin: async (staff: StaffMember, given: { password: string; code?: string }, ask: Ask): Promise<Begun> => {
      const current = await credentials.authenticatorOf(staff.id);
      const checked = current
        ? await reauthentication.byBoth(staff, { password: given.password, code: given.code ?? '' }, ask)
        : await reauthentication.byPassword(staff, given.password, ask);
      if (checked.kind === 'refused') return checked;
      const pending: Pending = {
        ...{ staffId: staff.id, secret: newSecret(), recoveryCodes: newRecoveryCodes() },
        ...{ replaces: current?.id ?? null, until: now() + secondStepSeconds * 1_000 },
      };
      return { kind: 'begun', enrolment: await enrolmentOf(await library(), pending, staff.email) };
    },

    /** With a code of the new app. Every other session ends, and this one gets another cookie. */
    confirm: async (staff: StaffMember, given: { sealed: string; code: string }, ask: Ask): Promise<Confirmed> => {
      const opened = await library();
      const over: Confirmed = { kind: 'refused', words: words.notSetUp, enrolment: null, cookies: [] };
      const pending = await openEnrolment(opened, given.sealed, { staffId: staff.id, now: now() });
      if (!pending) return over;
      const digits = digitsOf(given.code);
      if (!(await opened.totp(pending.secret).verify(digits))) {
        const enrolment = await enrolmentOf(opened, pending, staff.email);
        return { kind: 'refused', words: words.wrongCode, enrolment, cookies: [] };
      }
      const facts = {
        secret: await opened.encrypt(pending.secret),
        backupCodes: await opened.encrypt(JSON.stringify(pending.recoveryCodes)),
      };
      const sessionId = await currentSessionId(opened, ask);
      const token = await commit(async ({ tx, record, email }) => {
        await store.hold(tx);
        const current = await credentials.authenticatorOf(staff.id, tx);
        if ((current?.id ?? null) !== pending.replaces) return null;
        await credentials.setAuthenticator(tx, staff.id, facts);
        await credentials.spendCode(staff.id, digits, now(), tx);
        await record({ actor: staff, action: current ? 'authenticator moved' : 'two factors set up', subjectId: staff.id });
        if (current) await email('authenticator-moved', staff.email);
        return store.renewSession(tx, staff.id, sessionId);
      });
      if (token === null) return over;
      return { kind: 'set up', cookies: [await sessionCookie(opened, token), browsers.cookieFor(staff.id)] };
    },

    /** Takes the place of those there are, which no longer work. */
    makeRecoveryCodes: async (
      staff: StaffMember,
      given: { password: string; code: string },
      ask: Ask,
    ): Promise<RecoveryCodes> => {
      const checked = await reauthentication.byBoth(staff, given, ask);
      if (checked.kind === 'refused') return checked;
      const recoveryCodes = newRecoveryCodes();
      const backupCodes = await (await library()).encrypt(JSON.stringify(recoveryCodes));
      const isMade = await commit(async ({ tx, record, email }) => {
        const current = await credentials.authenticatorOf(staff.id, tx);
        if (!current || !(await credentials.replaceRecoveryCodes(tx, current, backupCodes))) return false;
        await record({ actor: staff, action: 'recovery codes made', subjectId: staff.id });
        await email('recovery-codes-made', staff.email);
        return true;
      });
      return isMade ? { kind: 'made', recoveryCodes } : { kind: 'refused', field: null, words: words.changedMeanwhile };
    },
  };
}
