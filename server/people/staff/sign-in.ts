import { parse, parseSigned } from 'hono/utils/cookie';
import type { App } from '#server/core/app.ts';
import { cookieHeader } from '#server/core/http/own-cookies.ts';
import { attemptDetails, countAddress, countStranger, type Refused, runAttempt, subjectIdFor } from './attempts.ts';
import type { Library } from './better-auth.ts';
import { checkCode, codeMessages, ensureReadable, withoutSpaces } from './check-factors.ts';
import { browserCookie, knownBrowserOf } from './cookies.ts';
import { libraryOf } from './library.ts';
import { headersOf, type RequestContext, type WithCookies } from './request-context.ts';
import { accountEmailOf } from './staff-member.ts';
import * as store from './staff-store.ts';

/** `code required`: the password was right, and the second factor is the next step. `enrolment required`: there is none yet. */
type SignInOutcome = WithCookies<{ kind: 'code required' | 'enrolment required' } | Refused>;
type SecondStepOutcome = WithCookies<{ kind: 'signed in' } | { kind: 'refused' | 'expired'; message: string }>;

/** None of the messages discloses whether an account exists. */
const wrongSignIn = 'The email or the password is not right. Check both and try again.';
const wasReset = 'Your sign-in was reset. Leave this page to set it up again.';
const wrongRecoveryCode = 'That recovery code is not right, or was used before.';

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
    const { api } = await libraryOf(app);
    const body = { email, password: given.password };
    const call = api.signInEmail({ body, headers: headersOf(context), returnHeaders: true });
    const signedIn = await unlessRefused(call, () => null);
    const account = known && (await store.find(app, known.id));
    const token = signedIn && 'token' in signedIn.response ? signedIn.response.token : null;
    if (!signedIn || !account || account.leftAt !== null) {
      await endSession(app, token);
      await recordFailure({ action: 'sign-in failed', by: 'sign-in', account });
      return refused(wrongSignIn);
    }
    const cookies = signedIn.headers.getSetCookie();
    if ('twoFactorRedirect' in signedIn.response) return { kind: 'code required', cookies };
    if (account.hasTwoFactors) {
      // The second factor was set up while the password was checked: this session must not be valid without it.
      await endSession(app, token);
      return refused('Something has changed meanwhile. Sign in once more.');
    }
    // Without a second factor this is a session already, but one that only allows to set it up.
    const details = attemptDetails(context, 'password', knownBrowser);
    await app.audit.record({ actor: account, action: 'signed in', subjectId, details });
    return { kind: 'enrolment required', cookies };
  });
  return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
}

/**
 * The library ends the first step with the first code that is right, so a code that was used already is refused before. It judges by the clock of
 * this machine, and is given the code of that, or none, once we have judged by the clock that all instances share.
 */
export async function enterCode(app: App, typed: string, context: RequestContext): Promise<SecondStepOutcome> {
  const code = withoutSpaces(typed);
  return secondStep(app, context, 'code', async (opened, { staffId, headers }) => {
    const checked = await checkCode(app, opened, { staffId, code });
    if (checked.result === 'used') return codeMessages.used;
    const ofThisClock = checked.result === 'right' ? await opened.totp(checked.secret).totp() : '';
    const verified = await opened.api.verifyTOTP({ body: { code: ofThisClock }, headers, returnHeaders: true });
    return { cookies: verified.headers.getSetCookie() };
  });
}

export async function enterRecoveryCode(app: App, code: string, context: RequestContext): Promise<SecondStepOutcome> {
  return secondStep(app, context, 'recovery code', async ({ api }, { headers }) => {
    const checked = await api.verifyBackupCode({ body: { code: code.trim() }, headers, returnHeaders: true });
    return { cookies: checked.headers.getSetCookie() };
  });
}

async function secondStep(
  app: App,
  context: RequestContext,
  by: 'code' | 'recovery code',
  verify: (library: Library, step: { staffId: string; headers: Headers }) => Promise<{ cookies: string[] } | string>,
): Promise<SecondStepOutcome> {
  const refused = (message: string): SecondStepOutcome => ({ kind: 'refused', message, cookies: [] });
  const tooMany = countAddress(app, context);
  if (tooMany) return { ...tooMany, cookies: [] };
  const opened = await libraryOf(app);
  const { staffId, firstStep } = await readFirstStep(opened, context);
  const account = staffId ? await store.find(app, staffId) : null;
  const expired: SecondStepOutcome = {
    kind: 'expired',
    message: 'The second step took too long, or had too many tries. Sign in again.',
    cookies: [],
  };
  if (!account || account.leftAt !== null) return expired;
  const { id: subjectId } = account;
  const knownBrowser = knownBrowserOf(app, context, subjectId);
  const outcome = await runAttempt(
    app,
    { subjectId, knownBrowser },
    context,
    async (recordFailure): Promise<SecondStepOutcome> => {
      if (!(await ensureReadable(app, opened, subjectId))) return refused(codeMessages.unreadable);
      const step = { staffId: subjectId, headers: headersOf(firstStep) };
      const verified = await unlessRefused(verify(opened, step), (code) => {
        if (/INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS|TEMPORARILY_LOCKED/.test(code)) return null;
        return by === 'code' ? codeMessages.wrong : wrongRecoveryCode;
      });
      if (verified === null) return expired;
      if (typeof verified === 'string') {
        await recordFailure({ action: 'code failed', by: 'sign-in', account });
        return refused(verified);
      }
      const action = by === 'code' ? 'signed in' : 'recovery code used';
      await app.audit.record({ actor: account, action, subjectId, details: attemptDetails(context, by, knownBrowser) });
      return { kind: 'signed in', cookies: [...verified.cookies, browserCookie(app, subjectId, knownBrowser ?? undefined)] };
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
  await (await libraryOf(app)).api.signOut({ headers: headersOf(second) });
  return { kind: 'refused', message: wasReset, cookies: [] };
}

async function endSession(app: App, token: string | null): Promise<void> {
  const { internalAdapter } = await (await libraryOf(app)).$context;
  if (token) await internalAdapter.deleteSession(token);
}

/**
 * The account that the cookie of the first step belongs to, and the same request with that cookie alone: beside a session the library
 * would check the account of the session instead.
 */
async function readFirstStep(
  { $context }: Library,
  context: RequestContext,
): Promise<{ staffId: string | null; firstStep: RequestContext }> {
  const { createAuthCookie, internalAdapter, secret } = await $context;
  const { name } = createAuthCookie('two_factor');
  // The library signs its cookies as Hono does.
  const identifier = (await parseSigned(context.cookie ?? '', secret, name))[name];
  const step = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
  // The library wrote it by the clock of this machine.
  const staffId = step && step.expiresAt.getTime() > Date.now() ? step.value : null;
  return { staffId, firstStep: { ...context, cookie: cookieHeader(parse(context.cookie ?? '', name)) } };
}

/** The name and value of a Set-Cookie header. */
const valueOfCookie = (header: string): string => header.split(';')[0] ?? '';

/** The library’s result, or what `onRefusal` returns for the code of its refusal. Any other error of it is thrown. */
async function unlessRefused<T, U>(call: Promise<T>, onRefusal: (code: string) => U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    const { name, statusCode, body } = error as { name?: string; statusCode?: number; body?: { code?: string } };
    if (name !== 'APIError' || (statusCode ?? 500) >= 500) throw error;
    return onRefusal(body?.code ?? '');
  }
}
