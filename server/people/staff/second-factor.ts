import { randomBytes, randomInt } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { App } from '#server/core/app.ts';
import { appSetup, codeNumber } from './authenticator-app.ts';
import { checkBoth, checkPassword, codeMessages, withoutSpaces } from './check-factors.ts';
import { browserCookie, secondStepSeconds, tokenCookie } from './cookies.ts';
import * as credentials from './credential-store.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { seal, unseal } from './seal.ts';
import { currentSessionId } from './sessions.ts';
import type { StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

/** What an authenticator app needs: the address in the QR code, the same as text to type, and the recovery codes. */
export type Enrolment = {
  /** The whole enrolment, encrypted. It is a hidden field of the form and comes back with the first code. */
  sealed: string;
  uri: string;
  qrSvg: string;
  key: string;
  recoveryCodes: string[];
};

/** An enrolment that is not confirmed yet. `replaces`: the id of the authenticator that it replaces. */
type Pending = { staffId: string; secret: string; recoveryCodes: string[]; replaces: string | null; until: number };

type BeginOutcome =
  | { kind: 'begun'; enrolment: Enrolment }
  | { kind: 'refused'; field: 'password' | 'code' | null; message: string };
/** The result of a confirmation. `enrolment` is the one to type another code for; null where it has expired. */
type ConfirmOutcome = WithCookies<{ kind: 'set up' } | { kind: 'refused'; message: string; enrolment: Enrolment | null }>;
type RecoveryCodesOutcome =
  | { kind: 'made'; recoveryCodes: string[] }
  | { kind: 'refused'; field: 'password' | 'code' | null; message: string };

/**
 * Makes what an app needs, after a check of the password and, where there is an authenticator already, of its code. Nothing is
 * stored: the current authenticator works until the new one is confirmed.
 */
export async function beginSecondFactor(
  app: App,
  staff: StaffMember,
  given: { password: string; code?: string },
  context: RequestContext,
): Promise<BeginOutcome> {
  const current = await credentials.authenticatorOf(app.db.db, staff.id);
  const checked = current
    ? await checkBoth(app, staff, { password: given.password, code: given.code ?? '' }, context)
    : await checkPassword(app, staff, given.password, context);
  if (checked.kind === 'refused') return checked;
  const pending: Pending = {
    staffId: staff.id,
    secret: randomBytes(24).toString('base64url'),
    recoveryCodes: newRecoveryCodes(),
    replaces: current?.id ?? null,
    until: app.now() + secondStepSeconds * 1_000,
  };
  return { kind: 'begun', enrolment: enrolmentOf(app, pending, staff.email) };
}

/** Confirms an enrolment with a code of the new app. Every other session ends, and this one gets another cookie. */
export async function confirmSecondFactor(
  app: App,
  staff: StaffMember,
  given: { sealed: string; code: string },
  context: RequestContext,
): Promise<ConfirmOutcome> {
  const expired: ConfirmOutcome = {
    kind: 'refused',
    message: 'That took too long, or was finished elsewhere. Start again, and scan the new code.',
    enrolment: null,
    cookies: [],
  };
  const pending = readPending(app, given.sealed, staff);
  if (!pending) return expired;
  const code = withoutSpaces(given.code);
  const number = codeNumber(pending.secret, code, app.now());
  if (number === null) {
    const enrolment = enrolmentOf(app, pending, staff.email);
    return { kind: 'refused', message: codeMessages.wrong, enrolment, cookies: [] };
  }
  const encrypted = {
    secret: seal(app, pending.secret),
    backupCodes: seal(app, JSON.stringify(pending.recoveryCodes)),
  };
  const sessionId = await currentSessionId(app, context);
  const token = await commit(app, async ({ tx, record, email }) => {
    await store.lockAccounts(tx);
    const current = await credentials.authenticatorOf(tx, staff.id);
    if ((current?.id ?? null) !== pending.replaces) return null;
    await credentials.setAuthenticator(tx, staff.id, encrypted);
    await credentials.consumeCode(tx, staff.id, number, app.now());
    record({ actor: staff, action: current ? 'authenticator moved' : 'two factors set up', subjectId: staff.id });
    if (current) await email('authenticator-moved', staff.email);
    return store.renewSession(app, tx, staff.id, sessionId);
  });
  if (token === null) return expired;
  return { kind: 'set up', cookies: [tokenCookie(app, 'session', token), browserCookie(app, staff.id)] };
}

/** Replaces the recovery codes; the previous ones no longer work. */
export async function makeRecoveryCodes(
  app: App,
  staff: StaffMember,
  given: { password: string; code: string },
  context: RequestContext,
): Promise<RecoveryCodesOutcome> {
  const checked = await checkBoth(app, staff, given, context);
  if (checked.kind === 'refused') return checked;
  const recoveryCodes = newRecoveryCodes();
  const backupCodes = seal(app, JSON.stringify(recoveryCodes));
  const isMade = await commit(app, async ({ tx, record, email }) => {
    const current = await credentials.authenticatorOf(tx, staff.id);
    if (!current || !(await credentials.updateAuthenticator(tx, current, { backupCodes }))) return false;
    record({ actor: staff, action: 'recovery codes made', subjectId: staff.id });
    await email('recovery-codes-made', staff.email);
    return true;
  });
  if (isMade) return { kind: 'made', recoveryCodes };
  return { kind: 'refused', field: null, message: 'Something has changed meanwhile. Try once more.' };
}

const recoveryCodeCount = 10;
/** The characters of recovery codes, without look-alikes, because people copy them by hand. */
const recoveryLetters = '34679acdefghjkmnpqrtwxy';

function newRecoveryCodes(): string[] {
  const five = () => Array.from({ length: 5 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
  return Array.from({ length: recoveryCodeCount }, () => `${five()}-${five()}`);
}

function enrolmentOf(app: App, pending: Pending, email: string): Enrolment {
  const { uri, key } = appSetup(pending.secret, email);
  const qrSvg = renderSVG(uri, { border: 4, ecc: 'M' });
  return { sealed: seal(app, JSON.stringify(pending)), uri, qrSvg, key, recoveryCodes: pending.recoveryCodes };
}

/** Decrypts an enrolment; null where it belongs to another account, has expired, or was not encrypted by us. */
function readPending(app: App, sealed: string, { id }: StaffMember): Pending | null {
  const text = unseal(app, sealed);
  const pending: Pending | null = text === null ? null : JSON.parse(text);
  return pending?.staffId === id && pending.until > app.now() ? pending : null;
}
