import type { App } from '#server/core/app.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { attemptDetails, countAddress, type Refused, runAttempt } from './attempts.ts';
import { codeNumber } from './authenticator-app.ts';
import { knownBrowserOf } from './cookies.ts';
import * as credentials from './credential-store.ts';
import type { RequestContext } from './request-context.ts';
import { seal, unseal, unsealWith } from './seal.ts';
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
  const outcome = await runAttempt(app, subjectOf(app, staff, context), context, async (recordFailure) => {
    const hash = await hashIfRight(app, staff.id, password);
    if (hash !== null) return { kind: 'right' as const, hash };
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
  const code = withoutSpaces(typed);
  const kind = /^\d+$/.test(code) ? 'code' : 'recovery code';
  const outcome = await runAttempt(app, subjectOf(app, staff, context), context, async (recordFailure) => {
    const result = await commit(app, async ({ tx, record }) => {
      const used = await checkCode(app, tx, { staffId: staff.id, code, kind });
      const details = attemptDetails(context, 'session', knownBrowserOf(app, context, staff.id));
      if (used === 'right' && kind === 'recovery code')
        record({ actor: staff, action: 'recovery code used', subjectId: staff.id, details });
      return used;
    });
    if (result === 'right') return { kind: 'right' as const };
    if (result === 'unreadable') return { kind: 'refused' as const, message: codeMessages.unreadable };
    await recordFailure({ action: 'code failed', actor: staff, by: 'session', account: await store.find(app, staff.id) });
    return { kind: 'refused' as const, message: codeMessages[result], field: 'code' as const };
  });
  return outcome.kind === 'refused' ? { field: null, ...outcome } : outcome;
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

/** What no password has: checking one against it takes as long. */
const noHash = ':';

/** The stored hash of an account where this is its password; null otherwise, after the same time, as where there is no account. */
export async function hashIfRight(app: App, staffId: string | null, password: string): Promise<string | null> {
  const hash = staffId && (await credentials.passwordOf(app.db.db, staffId));
  const isRight = await app.passwordHash.verify({ hash: hash || noHash, password });
  return hash && isRight ? hash : null;
}

/** Checks a code of the authenticator app, or a recovery code; a right one is then used up. */
export async function checkCode(
  app: App,
  tx: Tx,
  { staffId, code, kind }: { staffId: string; code: string; kind: 'code' | 'recovery code' },
): Promise<'right' | keyof typeof codeMessages> {
  const stored = await credentials.authenticatorOf(tx, staffId);
  if (!stored) return 'wrong';
  const [key, backupCodes] = [unseal(app, stored.secret), unseal(app, stored.backupCodes)];
  if (key === null || backupCodes === null) return 'unreadable';
  const recoveryCodes: string[] = JSON.parse(backupCodes);
  if (kind === 'code') {
    const number = codeNumber(key, code, app.now());
    if (number === null) return 'wrong';
    if (!(await credentials.consumeCode(tx, staffId, number, app.now()))) return 'used';
  } else if (!recoveryCodes.includes(code)) return 'wrong';
  // One that was sealed with the previous secret is sealed again: that is soon known no more.
  const isOfNow = unsealWith([app.secrets.current], stored.secret) !== null;
  if (kind === 'code' && isOfNow) return 'right';
  const left = seal(app, JSON.stringify(recoveryCodes.filter((one) => one !== code)));
  const isReplaced = await credentials.updateAuthenticator(tx, stored, {
    backupCodes: left,
    ...(!isOfNow && { secret: seal(app, key) }),
  });
  return isReplaced || kind === 'code' ? 'right' : 'wrong';
}
