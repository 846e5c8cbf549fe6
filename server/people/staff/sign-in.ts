import { parse } from 'hono/utils/cookie';
import type { App } from '#server/core/app.ts';
import { cookieHeader } from '#server/core/http/own-cookies.ts';
import { attemptDetails, countAddress, countStranger, type Refused, runAttempt, subjectIdFor } from './attempts.ts';
import { checkCode, codeMessages, hashIfRight, withoutSpaces } from './check-factors.ts';
import { browserCookie, knownBrowserOf, tokenCookie, tokenOf } from './cookies.ts';
import * as credentials from './credential-store.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { accountEmailOf } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

/** `code required`: the password was right, and the second factor is the next step. `enrolment required`: there is none yet. */
type SignInOutcome = WithCookies<{ kind: 'code required' | 'enrolment required' } | Refused>;
type SecondStepOutcome = WithCookies<{ kind: 'signed in' } | { kind: 'refused' | 'expired'; message: string }>;

/** None of the messages discloses whether an account exists. */
const wrongSignIn = 'The email or the password is not right. Check both and try again.';
const wasReset = 'Your sign-in was reset. Leave this page to set it up again.';
const wrongRecoveryCode = 'That recovery code is not right, or was used before.';
const expired: SecondStepOutcome = {
  kind: 'expired',
  message: 'The second step took too long, or had too many tries. Sign in again.',
  cookies: [],
};

export async function signIn(
  app: App,
  given: { email: string; password: string },
  context: RequestContext,
): Promise<SignInOutcome> {
  const refused = (message: string): SignInOutcome => ({ kind: 'refused', message, cookies: [] });
  const tooMany = countAddress(app, context);
  if (tooMany) return { ...tooMany, cookies: [] };
  const email = accountEmailOf(given.email);
  const known = await store.findByEmail(app, email);
  const subjectId = known?.id ?? subjectIdFor(app, email);
  const knownBrowser = known && knownBrowserOf(app, context, known.id);
  const tooManyOfAll = knownBrowser ? null : await countStranger(app, context);
  if (tooManyOfAll) return { ...tooManyOfAll, cookies: [] };
  const outcome = await runAttempt(app, { subjectId, knownBrowser }, context, async (recordFailure): Promise<SignInOutcome> => {
    const hash = await hashIfRight(app, known?.id ?? null, given.password);
    const signedIn = hash && (await beginSignIn(app, { subjectId, hash, knownBrowser }, context));
    if (signedIn) return signedIn;
    await recordFailure({ action: 'sign-in failed', by: 'sign-in', account: known });
    return refused(wrongSignIn);
  });
  return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
}

/** What follows a right password; null where the account was closed, or its password changed, while it was checked. */
function beginSignIn(
  app: App,
  { subjectId, hash, knownBrowser }: { subjectId: string; hash: string; knownBrowser: string | null },
  context: RequestContext,
): Promise<SignInOutcome | null> {
  return commit(app, async ({ tx, record }): Promise<SignInOutcome | null> => {
    const account = (await store.lockAccounts(tx)).find(({ id }) => id === subjectId);
    if (account?.leftAt !== null || (await credentials.passwordOf(tx, subjectId)) !== hash) return null;
    if (account.hasTwoFactors) {
      const step = await credentials.addToken(tx, 'step', subjectId, app.now());
      return { kind: 'code required', cookies: [tokenCookie(app, 'step', step), tokenCookie(app, 'session', null)] };
    }
    // Without a second factor this is a session already, but one that only allows to set it up.
    record({ actor: account, action: 'signed in', subjectId, details: attemptDetails(context, 'password', knownBrowser) });
    const token = await store.addSession(app, tx, subjectId, context);
    return { kind: 'enrolment required', cookies: [tokenCookie(app, 'session', token)] };
  });
}

export function enterCode(app: App, typed: string, context: RequestContext): Promise<SecondStepOutcome> {
  return secondStep(app, { kind: 'code', code: withoutSpaces(typed) }, context);
}

export function enterRecoveryCode(app: App, typed: string, context: RequestContext): Promise<SecondStepOutcome> {
  return secondStep(app, { kind: 'recovery code', code: typed.trim() }, context);
}

async function secondStep(
  app: App,
  { kind, code }: { kind: 'code' | 'recovery code'; code: string },
  context: RequestContext,
): Promise<SecondStepOutcome> {
  const tooMany = countAddress(app, context);
  if (tooMany) return { ...tooMany, cookies: [] };
  const step = tokenOf(app, 'step', context) ?? '';
  const subjectId = await credentials.findToken(app.db.db, 'step', step, app.now());
  if (subjectId === null) return expired;
  const knownBrowser = knownBrowserOf(app, context, subjectId);
  const outcome = await runAttempt(
    app,
    { subjectId, knownBrowser },
    context,
    async (recordFailure): Promise<SecondStepOutcome> => {
      const result = await commit(app, async ({ tx, record }) => {
        const account = (await store.lockAccounts(tx)).find(({ id }) => id === subjectId);
        // The account may have been closed, and the same step ended elsewhere.
        if (account?.leftAt !== null || !(await credentials.findToken(tx, 'step', step, app.now()))) return 'expired';
        const used = await checkCode(app, tx, { staffId: subjectId, code, kind });
        if (used !== 'right') return { used, account };
        await credentials.consumeToken(tx, 'step', step, app.now());
        const action = kind === 'code' ? 'signed in' : 'recovery code used';
        record({ actor: account, action, subjectId, details: attemptDetails(context, kind, knownBrowser) });
        return { used, token: await store.addSession(app, tx, subjectId, context) };
      });
      if (result === 'expired') return expired;
      if (result.used === 'right') {
        const cookies = [tokenCookie(app, 'session', result.token), tokenCookie(app, 'step', null)];
        return { kind: 'signed in', cookies: [...cookies, browserCookie(app, subjectId, knownBrowser ?? undefined)] };
      }
      const { used, account } = result;
      if (used !== 'unreadable') await recordFailure({ action: 'code failed', by: 'sign-in', account });
      const message = used === 'wrong' && kind === 'recovery code' ? wrongRecoveryCode : codeMessages[used];
      return { kind: 'refused', message, cookies: [] };
    },
  );
  return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
}

/** Both steps at once, over a page that stays as it is. */
export async function signInAgain(
  app: App,
  { code, ...given }: { email: string; password: string; code: string },
  context: RequestContext,
): Promise<SecondStepOutcome> {
  const first = await signIn(app, given, context);
  if (first.kind === 'refused') return first;
  const cookies = Object.assign({}, ...[context.cookie ?? '', ...first.cookies.map(valueOfCookie)].map((one) => parse(one)));
  const second = { ...context, cookie: cookieHeader(cookies) };
  if (first.kind === 'code required') return enterCode(app, code, second);
  // It is a session already, for another page.
  const session = tokenOf(app, 'session', second);
  const opened = session === null ? null : await store.findSession(app, session);
  if (opened) await app.db.write((tx) => store.endSessions(tx, opened.staff.id, opened.id));
  return { kind: 'refused', message: wasReset, cookies: [] };
}

/** The name and value of a Set-Cookie header. */
const valueOfCookie = (header: string): string => header.split(';')[0] ?? '';
