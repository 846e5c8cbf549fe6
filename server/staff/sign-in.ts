import { parseSigned } from 'hono/utils/cookie';
import type { Audit } from '#server/audit/audit.ts';
import type { Lock } from './account-lock.ts';
import { type Attempts, detailsOf, type Refused } from './attempts.ts';
import { checkCode, digitsOf, makeReadable } from './authenticator.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { unlessRefused } from './refusal.ts';
import { type Ask, headersOf, type WithCookies } from './request-context.ts';
import { words } from './staff-messages.ts';
import type { StaffStore } from './staff-store.ts';

/** `code`: the password was right, and the second factor is still to come. `enrol`: there is none yet. */
export type SignIn = WithCookies<{ kind: 'code' | 'enrol' } | Refused>;
export type SecondStep = WithCookies<{ kind: 'in' } | { kind: 'refused' | 'over'; words: string }>;

export function createDoor(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  credentials: CredentialStore;
  audit: Audit;
  lock: Lock;
  attempts: Attempts;
  browsers: KnownBrowsers;
  now: () => number;
}) {
  const { library, store, credentials, audit, lock, attempts, browsers, now } = services;

  async function signIn(given: { email: string; password: string }, ask: Ask): Promise<SignIn> {
    const refused = (said: string): SignIn => ({ kind: 'refused', words: said, cookies: [] });
    const tooMany = attempts.fromAddress(ask);
    if (tooMany) return { ...tooMany, cookies: [] };
    const email = given.email.trim().toLowerCase();
    const known = await store.findByEmail(email);
    const subjectId = known?.id ?? lock.nameOf(email);
    const knownBrowser = known && browsers.read(ask, known.id);
    const outcome = await attempts.at({ subjectId, knownBrowser }, ask, async (fail): Promise<SignIn> => {
      const { api } = await library();
      const body = { email, password: given.password };
      const answer = await unlessRefused(api.signInEmail({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
      const member = known && (await store.find(known.id));
      const token = answer && 'token' in answer.response ? answer.response.token : null;
      if (!answer || !member || member.leftAt !== null) {
        await endSession(token);
        await fail({ action: 'sign-in failed', by: 'sign-in', member });
        return refused(words.wrong);
      }
      const cookies = answer.headers.getSetCookie();
      if ('twoFactorRedirect' in answer.response) return { kind: 'code', cookies };
      if (member.hasTwoFactors) {
        // The second factor was set up while the password was looked at: this session must not come in without it.
        await endSession(token);
        return refused(words.tryAgain);
      }
      // Without a second factor this is a session already, but one that only lets it be set up.
      await audit.record({ actor: member, action: 'signed in', subjectId, details: detailsOf(ask, 'password', knownBrowser) });
      return { kind: 'enrol', cookies };
    });
    return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
  }

  /** The library ends the first step with the first code that is right: whether it was used before is asked before that. */
  async function enterCode(code: string, ask: Ask): Promise<SecondStep> {
    const digits = digitsOf(code);
    return secondStep(ask, 'code', async (opened, { staffId, headers }) => {
      const checked = await checkCode(opened, credentials, { staffId, digits, now: now() });
      if (checked === 'used') return words.usedCode;
      const answer = await opened.api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true });
      return { cookies: answer.headers.getSetCookie() };
    });
  }

  async function enterRecoveryCode(code: string, ask: Ask): Promise<SecondStep> {
    return secondStep(ask, 'recovery code', async ({ api }, { headers }) => {
      const answer = await api.verifyBackupCode({ body: { code: code.trim() }, headers, returnHeaders: true });
      return { cookies: answer.headers.getSetCookie() };
    });
  }

  async function secondStep(
    ask: Ask,
    by: 'code' | 'recovery code',
    verify: (library: Library, step: { staffId: string; headers: Headers }) => Promise<{ cookies: string[] } | string>,
  ): Promise<SecondStep> {
    const refused = (said: string): SecondStep => ({ kind: 'refused', words: said, cookies: [] });
    const tooMany = attempts.fromAddress(ask);
    if (tooMany) return { ...tooMany, cookies: [] };
    const opened = await library();
    const { staffId, firstStep } = await readFirstStep(opened, ask, now());
    const member = staffId ? await store.find(staffId) : null;
    const over: SecondStep = { kind: 'over', words: words.secondStepOver, cookies: [] };
    if (!member || member.leftAt !== null) return over;
    const { id: subjectId } = member;
    const knownBrowser = browsers.read(ask, subjectId);
    const outcome = await attempts.at({ subjectId, knownBrowser }, ask, async (fail): Promise<SecondStep> => {
      if (!(await makeReadable(opened, credentials, subjectId))) return refused(words.otherSecret);
      const step = { staffId: subjectId, headers: headersOf(firstStep) };
      const verified = await unlessRefused(verify(opened, step), ({ code }) => {
        const isOver = /INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS|TEMPORARILY_LOCKED/.test(code);
        return isOver ? null : by === 'code' ? words.wrongCode : words.wrongRecoveryCode;
      });
      if (verified === null) return over;
      if (typeof verified === 'string') {
        await fail({ action: 'code failed', by: 'sign-in', member });
        return refused(verified);
      }
      const action = by === 'code' ? 'signed in' : 'recovery code used';
      await audit.record({ actor: member, action, subjectId, details: detailsOf(ask, by, knownBrowser) });
      return { kind: 'in', cookies: [...verified.cookies, browsers.cookieFor(subjectId, knownBrowser ?? undefined)] };
    });
    return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
  }

  async function endSession(token: string | null): Promise<void> {
    const { internalAdapter } = await (await library()).$context;
    if (token) await internalAdapter.deleteSession(token);
  }

  return { signIn, enterCode, enterRecoveryCode };
}

/**
 * Whose second step the cookie of the first one speaks of, and the same request with that cookie alone: for whoever has a session,
 * the library would look at theirs instead.
 */
async function readFirstStep({ $context }: Library, ask: Ask, now: number): Promise<{ staffId: string | null; firstStep: Ask }> {
  const { createAuthCookie, internalAdapter, secret } = await $context;
  const { name } = createAuthCookie('two_factor');
  // The library signs its cookies as Hono does.
  const identifier = (await parseSigned(ask.cookie ?? '', secret, name))[name];
  const step = identifier ? await internalAdapter.findVerificationValue(identifier) : null;
  const cookies = (ask.cookie ?? '').split(/;\s*/).filter((cookie) => cookie.startsWith(`${name}=`));
  const staffId = step && step.expiresAt.getTime() > now ? step.value : null;
  return { staffId, firstStep: { ...ask, cookie: cookies.at(0) ?? null } };
}
