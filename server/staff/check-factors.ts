import { type Attempts, attemptDetails, type Refused } from './attempts.ts';
import type { Library } from './better-auth.ts';
import type { KnownBrowsers } from './cookies.ts';
import type { CredentialStore } from './credential-store.ts';
import type { RequestContext } from './request-context.ts';
import type { StaffMember } from './staff-member.ts';
import type { Commit, StaffStore } from './staff-store.ts';

/** Messages of both ways to check a code: at sign-in and in a session. */
export const codeMessages = {
  wrong: 'That code is not right. Check the time on your phone and type the newest code.',
  used: 'That code was used already. Wait for the next one.',
  unreadable:
    'This server cannot read your second factor: its AUTH_SECRET is not the one that it was set up with. Tell the person who runs the server.',
};

export const wrongPassword = 'That password is not right.';

/** A refusal at a field of the form. `field` is null where it is about no field, as after too many attempts. */
type RefusedAt<Field extends string> = Refused & { field: Field | null };

export type Reauthentication = ReturnType<typeof createReauthentication>;

/**
 * Checks password and code again in a session, before what somebody at an unattended browser must not be able to do. Attempts are
 * limited and recorded as at sign-in.
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

  /** Returns the password's hash as it is stored. */
  async function checkPassword(
    staff: StaffMember,
    password: string,
    context: RequestContext,
  ): Promise<{ kind: 'right'; hash: string } | RefusedAt<'password'>> {
    const tooMany = attempts.countAddress(context);
    if (tooMany) return { ...tooMany, field: null };
    const { $context } = await library();
    const { password: hashing } = await $context;
    const outcome = await attempts.run(subjectOf(staff, context), context, async (recordFailure) => {
      const hash = await credentials.passwordOf(staff.id);
      if (hash && (await hashing.verify({ hash, password }))) return { kind: 'right' as const, hash };
      const account = await store.find(staff.id);
      await recordFailure({ action: 'password check failed', actor: staff, by: 'session', account });
      return { kind: 'refused' as const, message: wrongPassword, field: 'password' as const };
    });
    return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
  }

  /** Checks a code of the authenticator app, or one of the recovery codes, which is then used up. */
  async function checkEitherCode(
    staff: StaffMember,
    typed: string,
    context: RequestContext,
  ): Promise<{ kind: 'right' } | RefusedAt<'code'>> {
    const opened = await library();
    const code = withoutSpaces(typed);
    const outcome = await attempts.run(subjectOf(staff, context), context, async (recordFailure) => {
      const result = /^\d+$/.test(code)
        ? await checkCode(opened, credentials, { staffId: staff.id, code, now: now() })
        : await consumeRecoveryCode(opened, staff, code, context);
      if (result === 'right') return { kind: 'right' as const };
      if (result === 'unreadable') return { kind: 'refused' as const, message: codeMessages.unreadable };
      await recordFailure({ action: 'code failed', actor: staff, by: 'session', account: await store.find(staff.id) });
      return { kind: 'refused' as const, message: codeMessages[result], field: 'code' as const };
    });
    return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
  }

  async function consumeRecoveryCode(opened: Library, staff: StaffMember, code: string, context: RequestContext) {
    if (!(await ensureReadable(opened, credentials, staff.id))) return 'unreadable';
    const stored = await credentials.authenticatorOf(staff.id);
    if (!stored) return 'wrong';
    const text = await opened.decrypt(stored.backupCodes);
    if (text === null) return 'unreadable';
    const codes: string[] = JSON.parse(text);
    if (!codes.includes(code)) return 'wrong';
    const left = await opened.encrypt(JSON.stringify(codes.filter((one) => one !== code)));
    return commit(async ({ tx, record }) => {
      if (!(await credentials.replaceRecoveryCodes(tx, stored, left))) return 'wrong';
      const details = attemptDetails(context, 'session', browsers.read(context, staff.id));
      record({ actor: staff, action: 'recovery code used', subjectId: staff.id, details });
      return 'right';
    });
  }

  const subjectOf = ({ id }: StaffMember, context: RequestContext) => ({
    subjectId: id,
    knownBrowser: browsers.read(context, id),
  });

  return {
    checkPassword,
    /** Checks both factors, because one alone is not enough. */
    checkBoth: async (
      staff: StaffMember,
      given: { password: string; code: string },
      context: RequestContext,
    ): Promise<{ kind: 'right' } | RefusedAt<'password' | 'code'>> => {
      const first = await checkPassword(staff, given.password, context);
      return first.kind === 'refused' ? first : checkEitherCode(staff, given.code, context);
    },
  };
}

/** A typed code without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

/**
 * Whether the second factor of an account can be read, or there is none. One that was encrypted with the previous secret is encrypted
 * again with the current one, so that the library can read it too.
 */
export async function ensureReadable(library: Library, store: CredentialStore, staffId: string): Promise<boolean> {
  const stored = await store.authenticatorOf(staffId);
  if (!stored || (await library.decrypt(stored.secret)) !== null) return true;
  const [secret, backupCodes] = await Promise.all([stored.secret, stored.backupCodes].map(library.decryptPrevious));
  if (!secret || !backupCodes) return false;
  await store.reencrypt(stored, { secret: await library.encrypt(secret), backupCodes: await library.encrypt(backupCodes) });
  return true;
}

/** Whether a code of the authenticator app is right; a right one is then used up. */
export async function checkCode(
  library: Library,
  store: CredentialStore,
  given: { staffId: string; code: string; now: number },
): Promise<'right' | keyof typeof codeMessages> {
  const { staffId, code, now } = given;
  if (!(await ensureReadable(library, store, staffId))) return 'unreadable';
  const stored = await store.authenticatorOf(staffId);
  if (!stored) return 'wrong';
  const secret = await library.decrypt(stored.secret);
  if (secret === null) return 'unreadable';
  if (!(await library.totp(secret).verify(code))) return 'wrong';
  return (await store.consumeCode(staffId, code, now)) ? 'right' : 'used';
}
