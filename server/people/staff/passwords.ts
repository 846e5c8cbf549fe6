import { site } from '#content/site.ts';
import { type App, perApp } from '#server/core/app.ts';
import { clientNetwork } from '#server/core/observability/network-limit.ts';
import { createTokenBuckets } from '#server/core/observability/token-buckets.ts';
import { checkPassword, wrongPassword } from './check-factors.ts';
import { tokenCookie } from './cookies.ts';
import * as credentials from './credential-store.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { currentSessionId } from './sessions.ts';
import { accountEmailOf, type StaffAccount, type StaffMember } from './staff-member.ts';
import * as store from './staff-store.ts';
import { type Change, commit } from './staff-store.ts';

/** The response to a request for a new password takes at least this long, so that it does not disclose whether an account exists. */
const resetResponseMs = 400;

/** The limit on e-mails with a link for a new password, by client address (IPv6: /48) and by account. */
const resetLimit = { burst: 5, perMinute: 0.1 };

export type PasswordChange = { kind: 'changed' } | { kind: 'refused'; field: 'old' | 'new' | null; message: string };
type NewPassword = { kind: 'changed' } | { kind: 'refused'; field: 'password' | null; message: string };

/** Keeps one client from filling mailboxes, and all clients from filling one. */
const resetsOf = perApp(() => createTokenBuckets(resetLimit));

function isLimited(app: App, context: RequestContext | null, email: string): boolean {
  const resets = resetsOf(app);
  const keys = [`to ${email}`, ...(context?.address ? [`from ${clientNetwork(context.address)}`] : [])];
  if (keys.some((key) => resets.waitSeconds(key, app.now()) > 0)) return true;
  for (const key of keys) resets.take(key, app.now());
  return false;
}

/** Adds the e-mail with a link for a new password. `resetBy`: who has reset both factors. */
export async function sendReset(
  app: App,
  { tx, email }: Change,
  account: Pick<StaffAccount, 'id' | 'email'>,
  resetBy: string | null = null,
): Promise<void> {
  const token = await credentials.addToken(tx, 'reset', account.id, app.now());
  const authenticator = (await credentials.authenticatorOf(tx, account.id)) ? 'kept' : 'none';
  await email('password-reset', account.email, {
    url: `${app.env.siteUrl}/desk/new-password?token=${token}`,
    validFor: 'an hour',
    authenticator,
    ...(resetBy !== null && { resetBy }),
  });
}

async function notifyOfChange(
  { tx, record, email }: Change,
  { id, name, email: address }: Pick<StaffAccount, 'id' | 'name' | 'email'>,
): Promise<void> {
  await credentials.deleteTokens(tx, id);
  record({ actor: { id, name }, action: 'password changed', subjectId: id });
  await email('password-changed', address);
}

/** Responds in the same way, and after the same time, whether or not there is such an account. */
export async function requestReset(app: App, email: string, context: RequestContext | null): Promise<void> {
  const given = accountEmailOf(email);
  const write = async () => {
    const account = await store.findByEmail(app, given);
    if (!account || account.leftAt !== null || isLimited(app, context, given)) return;
    await commit(app, async (change) => {
      const actor = { id: null, name: 'Somebody' };
      change.record({ actor, action: 'password reset asked for', subjectId: account.id });
      await sendReset(app, change, account);
    });
  };
  await Promise.all([write(), new Promise((resolve) => setTimeout(resolve, resetResponseMs))]);
}

/** Whether a link for a new password still works. */
export async function isResetOpen(app: App, token: string): Promise<boolean> {
  return (await credentials.findToken(app.db.db, 'reset', token, app.now())) !== null;
}

/** Changes a password by a link, which then no longer works. Every session of the account ends. */
export async function resetPassword(app: App, token: string, password: string): Promise<NewPassword> {
  const expired: NewPassword = {
    kind: 'refused',
    field: null,
    message: 'This link was used or has run out. Ask for another.',
  };
  const staffId = await credentials.findToken(app.db.db, 'reset', token, app.now());
  const account = staffId && (await store.find(app, staffId));
  if (!account) return expired;
  const problem = passwordProblem(password, guessesFrom(account));
  if (problem) return { kind: 'refused', field: 'password', message: problem };
  const hash = await app.passwordHash.hash(password);
  return commit(app, async (change): Promise<NewPassword> => {
    if (!(await credentials.consumeToken(change.tx, 'reset', token, app.now()))) return expired;
    await credentials.setPassword(change.tx, account.id, hash, app.now());
    await store.endSessions(change.tx, account.id, null);
    await notifyOfChange(change, account);
    return { kind: 'changed' };
  });
}

/** Changes a password with the old one. Every other session of the account ends, and this one gets another cookie. */
export async function changePassword(
  app: App,
  staff: StaffMember,
  given: { old: string; new: string },
  context: RequestContext,
): Promise<WithCookies<PasswordChange>> {
  const refused = (field: 'old' | 'new' | null, message: string): WithCookies<PasswordChange> => ({
    kind: 'refused',
    field,
    message,
    cookies: [],
  });
  const problem = passwordProblem(given.new, guessesFrom(staff));
  if (problem) return refused('new', problem);
  const checked = await checkPassword(app, staff, given.old, context);
  if (checked.kind === 'refused') return refused(checked.field && 'old', checked.message);
  const [hash, sessionId] = [await app.passwordHash.hash(given.new), await currentSessionId(app, context)];
  const token = await commit(app, async (change) => {
    const hashes = { from: checked.hash, to: hash };
    if (!(await credentials.replacePassword(change.tx, staff.id, hashes, app.now()))) return null;
    await notifyOfChange(change, staff);
    return store.renewSession(app, change.tx, staff.id, sessionId);
  });
  if (token === null) return refused('old', wrongPassword);
  return { kind: 'changed', cookies: [tokenCookie(app, 'session', token)] };
}

/**
 * Parts of common passwords of twelve characters and more. Passwords are compared in lower case, with only their letters and digits.
 */
const common = [
  ...['password', 'passwort', 'qwertyuiop', 'qwerty', 'letmein', 'welcome', 'iloveyou', 'administrator', 'football', 'liverpool'],
  ...['arsenal', 'chelsea', 'kerbside', 'claims', 'claimsdesk', 'sunshine', 'princess', 'changeme', 'abcdefghijkl', 'asdfghjkl'],
];

/** Why a password cannot be taken, as a message; null where it can. `guesses` are what an attacker would try for this account. */
export function passwordProblem(text: string, guesses: string[] = []): string | null {
  const length = [...text].length;
  if (length < credentials.passwordLength.min)
    return `Choose a password of at least ${credentials.passwordLength.min} characters.`;
  if (length > credentials.passwordLength.max)
    return `Choose a password of at most ${credentials.passwordLength.max} characters.`;
  const plain = plainOf(text);
  const ofTheBrand = [site.brand, ...site.brand.split(/\s+/)];
  const known = [...common, ...[...ofTheBrand, ...guesses].map(plainOf).filter((guess) => guess.length >= 4)];
  const rest = known.reduce((left, guess) => left.replaceAll(guess, ''), plain).replaceAll(/\d+/g, '');
  if (new Set(plain).size < 5 || (rest.length < 4 && rest.length < plain.length))
    return 'That password is one of the first that would be tried. Choose another, for example four words that do not belong together.';
  return null;
}

function plainOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** What an attacker would try first for this account: the parts of the name and of the e-mail address. */
export function guessesFrom({ name, email }: { name: string; email: string }): string[] {
  return [...name.split(/\s+/), ...email.split(/[@.]/)];
}
