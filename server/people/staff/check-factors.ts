import type { App } from '#server/core/app.ts';
import { attemptDetails, countAddress, type Refused, runAttempt } from './attempts.ts';
import type { Library } from './better-auth.ts';
import { knownBrowserOf } from './cookies.ts';
import * as credentials from './credential-store.ts';
import { libraryOf } from './library.ts';
import type { RequestContext } from './request-context.ts';
import type { StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

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

/** Checks the password again, and returns its hash as it is stored. */
export async function checkPassword(
  app: App,
  staff: StaffMember,
  password: string,
  context: RequestContext,
): Promise<{ kind: 'right'; hash: string } | RefusedAt<'password'>> {
  const tooMany = countAddress(app, context);
  if (tooMany) return { ...tooMany, field: null };
  const { $context } = await libraryOf(app);
  const { password: hashing } = await $context;
  const outcome = await runAttempt(app, subjectOf(app, staff, context), context, async (recordFailure) => {
    const hash = await credentials.passwordOf(app, staff.id);
    if (hash && (await hashing.verify({ hash, password }))) return { kind: 'right' as const, hash };
    const account = await store.find(app, staff.id);
    await recordFailure({ action: 'password check failed', actor: staff, by: 'session', account });
    return { kind: 'refused' as const, message: wrongPassword, field: 'password' as const };
  });
  return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
}

/** Checks a code of the authenticator app, or one of the recovery codes, which is then used up. */
async function checkEitherCode(
  app: App,
  staff: StaffMember,
  typed: string,
  context: RequestContext,
): Promise<{ kind: 'right' } | RefusedAt<'code'>> {
  const opened = await libraryOf(app);
  const code = withoutSpaces(typed);
  const outcome = await runAttempt(app, subjectOf(app, staff, context), context, async (recordFailure) => {
    const result = /^\d+$/.test(code)
      ? (await checkCode(app, opened, { staffId: staff.id, code })).result
      : await consumeRecoveryCode(app, opened, staff, code, context);
    if (result === 'right') return { kind: 'right' as const };
    if (result === 'unreadable') return { kind: 'refused' as const, message: codeMessages.unreadable };
    await recordFailure({ action: 'code failed', actor: staff, by: 'session', account: await store.find(app, staff.id) });
    return { kind: 'refused' as const, message: codeMessages[result], field: 'code' as const };
  });
  return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
}

async function consumeRecoveryCode(app: App, opened: Library, staff: StaffMember, code: string, context: RequestContext) {
  if (!(await ensureReadable(app, opened, staff.id))) return 'unreadable';
  const stored = await credentials.authenticatorOf(app.db.db, staff.id);
  if (!stored) return 'wrong';
  const text = await opened.decrypt(stored.backupCodes);
  if (text === null) return 'unreadable';
  const codes: string[] = JSON.parse(text);
  if (!codes.includes(code)) return 'wrong';
  const left = await opened.encrypt(JSON.stringify(codes.filter((one) => one !== code)));
  return commit(app, async ({ tx, record }) => {
    if (!(await credentials.replaceRecoveryCodes(tx, stored, left))) return 'wrong';
    const details = attemptDetails(context, 'session', knownBrowserOf(app, context, staff.id));
    record({ actor: staff, action: 'recovery code used', subjectId: staff.id, details });
    return 'right';
  });
}

function subjectOf(app: App, { id }: StaffMember, context: RequestContext) {
  return {
    subjectId: id,
    knownBrowser: knownBrowserOf(app, context, id),
  };
}

/**
 * Checks both factors again in a session, before what somebody at an unattended browser must not be able to do; one alone is not enough.
 * Attempts are limited and recorded as at sign-in.
 */
export async function checkBoth(
  app: App,
  staff: StaffMember,
  given: { password: string; code: string },
  context: RequestContext,
): Promise<{ kind: 'right' } | RefusedAt<'password' | 'code'>> {
  const first = await checkPassword(app, staff, given.password, context);
  return first.kind === 'refused' ? first : checkEitherCode(app, staff, given.code, context);
}

/** A typed code without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

/**
 * Whether the second factor of an account can be read, or there is none. One that was encrypted with the previous secret is encrypted
 * again with the current one, so that the library can read it too.
 */
export async function ensureReadable(app: App, library: Library, staffId: string): Promise<boolean> {
  const stored = await credentials.authenticatorOf(app.db.db, staffId);
  if (!stored || (await library.decrypt(stored.secret)) !== null) return true;
  const [secret, backupCodes] = await Promise.all([stored.secret, stored.backupCodes].map(library.decryptPrevious));
  if (!secret || !backupCodes) return false;
  await credentials.reencrypt(app, stored, {
    secret: await library.encrypt(secret),
    backupCodes: await library.encrypt(backupCodes),
  });
  return true;
}

/** Whether a code of the authenticator app is right; a right one is then used up. */
export async function checkCode(
  app: App,
  library: Library,
  { staffId, code }: { staffId: string; code: string },
): Promise<{ result: keyof typeof codeMessages } | { result: 'right'; secret: string }> {
  if (!(await ensureReadable(app, library, staffId))) return { result: 'unreadable' };
  const stored = await credentials.authenticatorOf(app.db.db, staffId);
  if (!stored) return { result: 'wrong' };
  const secret = await library.decrypt(stored.secret);
  if (secret === null) return { result: 'unreadable' };
  const number = await library.totp(secret).verify(code);
  if (number === null) return { result: 'wrong' };
  return (await credentials.consumeCode(app.db.db, staffId, number, app.now()))
    ? { result: 'right', secret }
    : { result: 'used' };
}
