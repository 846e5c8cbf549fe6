import { type Attempts, detailsOf, type Refused } from './attempts.ts';
import { checkCode, digitsOf, makeReadable } from './authenticator.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { Ask } from './request-context.ts';
import type { StaffMember } from './staff.ts';
import type { Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { StaffStore } from './staff-store.ts';

/** `field` is null where it is about neither: too many attempts. */
type RefusedAt<Field extends string> = Refused & { field: Field | null };

export type Reauthentication = ReturnType<typeof createReauthentication>;

/**
 * Asks whoever is signed in for password and code again, before what an unattended browser must not be enough for. It is limited
 * and on record like signing in.
 */
export function createReauthentication(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  credentials: CredentialStore;
  attempts: Attempts;
  browsers: KnownBrowsers;
  commit: Commit;
  now: () => number;
}) {
  const { library, store, credentials, attempts, browsers, commit, now } = services;

  /** Answers with the password's hash as it is stored. */
  async function byPassword(
    staff: StaffMember,
    password: string,
    ask: Ask,
  ): Promise<{ kind: 'right'; hash: string } | RefusedAt<'password'>> {
    const tooMany = attempts.fromAddress(ask);
    if (tooMany) return { ...tooMany, field: null };
    const { $context } = await library();
    const context = await $context;
    const outcome = await attempts.at(subjectOf(staff, ask), ask, async (fail) => {
      const hash = await credentials.passwordOf(staff.id);
      if (hash && (await context.password.verify({ hash, password }))) return { kind: 'right' as const, hash };
      await fail({ action: 'password check failed', actor: staff, by: 'session', member: await store.find(staff.id) });
      return { kind: 'refused' as const, words: words.wrongPassword, field: 'password' as const };
    });
    return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
  }

  /** A code of the authenticator app, or one of the recovery codes, which is then spent. */
  async function byCode(staff: StaffMember, code: string, ask: Ask): Promise<{ kind: 'right' } | RefusedAt<'code'>> {
    const opened = await library();
    const digits = digitsOf(code);
    const outcome = await attempts.at(subjectOf(staff, ask), ask, async (fail) => {
      const said = /^\d+$/.test(digits)
        ? await checkCode(opened, credentials, { staffId: staff.id, digits, now: now() })
        : await spendRecoveryCode(opened, staff, digits, ask);
      if (said === 'right') return { kind: 'right' as const };
      if (said === 'unreadable') return { kind: 'refused' as const, words: words.otherSecret };
      await fail({ action: 'code failed', actor: staff, by: 'session', member: await store.find(staff.id) });
      const text = said === 'used' ? words.usedCode : words.wrongCode;
      return { kind: 'refused' as const, words: text, field: 'code' as const };
    });
    return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
  }

  async function spendRecoveryCode(opened: Library, staff: StaffMember, code: string, ask: Ask) {
    if (!(await makeReadable(opened, credentials, staff.id))) return 'unreadable';
    const stored = await credentials.authenticatorOf(staff.id);
    if (!stored) return 'wrong';
    const text = await opened.decrypt(stored.backupCodes);
    if (text === null) return 'unreadable';
    const codes: string[] = JSON.parse(text);
    if (!codes.includes(code)) return 'wrong';
    const left = await opened.encrypt(JSON.stringify(codes.filter((one) => one !== code)));
    return commit(async ({ tx, record }) => {
      if (!(await credentials.replaceRecoveryCodes(tx, stored, left))) return 'wrong';
      const details = detailsOf(ask, 'session', browsers.read(ask, staff.id));
      await record({ actor: staff, action: 'recovery code used', subjectId: staff.id, details });
      return 'right';
    });
  }

  const subjectOf = ({ id }: StaffMember, ask: Ask) => ({ subjectId: id, knownBrowser: browsers.read(ask, id) });

  return {
    byPassword,
    /** Both factors: who has one alone is not enough. */
    byBoth: async (
      staff: StaffMember,
      given: { password: string; code: string },
      ask: Ask,
    ): Promise<{ kind: 'right' } | RefusedAt<'password' | 'code'>> => {
      const first = await byPassword(staff, given.password, ask);
      return first.kind === 'refused' ? first : byCode(staff, given.code, ask);
    },
  };
}
