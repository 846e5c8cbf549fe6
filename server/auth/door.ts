import { parseSigned } from 'hono/utils/cookie';
import type { Audit } from '#server/audit/audit.ts';
import { createTokenBuckets } from '#server/ops/token-buckets.ts';
import { type Ask, headersOf, type WithCookies } from './ask.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { Library } from './library.ts';
import type { Lock } from './lock.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { canReadSecondFactor } from './readable.ts';
import { unlessRefused } from './refusal.ts';
import { spendCode } from './spent-codes.ts';
import type { Colleague, StaffStore } from './store.ts';
import { words } from './words.ts';

/** Tries from one address: an office behind one connection, each of whose people mistypes twice. */
const triesFromAddress = { burst: 20, perMinute: 4 };

/** `code`: the password was right, and the second factor is still to come. `enrol`: there is none yet. */
export type SignIn = WithCookies<{ kind: 'code' | 'enrol' } | { kind: 'refused'; words: string }>;
export type SecondStep = WithCookies<{ kind: 'in' } | { kind: 'refused' | 'over'; words: string }>;

export function createDoor(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  audit: Audit;
  lock: Lock;
  browsers: KnownBrowsers;
  onLocked: (email: string) => Promise<void>;
  limited: boolean;
  now: () => number;
}) {
  const { library, store, audit, lock, browsers, now } = services;
  const addresses = createTokenBuckets(triesFromAddress);
  /** Many tries at the same moment would all find the account open. */
  const oneAtATime = createOneAtATime();

  /** Both steps count: neither passwords nor codes can be tried without end. */
  function waitFor({ address }: Ask): number {
    if (!services.limited || !address) return 0;
    const seconds = addresses.waitSeconds(address, now());
    if (seconds === 0) addresses.take(address, now());
    return seconds;
  }

  async function signIn(given: { email: string; password: string }, ask: Ask): Promise<SignIn> {
    const refused = (said: string): SignIn => ({ kind: 'refused', words: said, cookies: [] });
    const seconds = waitFor(ask);
    if (seconds > 0) return refused(words.tooManyFromAddress(seconds));
    const email = given.email.trim().toLowerCase();
    const known = await store.findByEmail(email);
    const subjectId = known?.id ?? lock.nameOf(email);
    const knownBrowser = known && browsers.read(ask, known.id);
    return oneAtATime(`${subjectId} ${knownBrowser}`, async () => {
      const { minutes, nextLocks } = await lock.look(subjectId, knownBrowser);
      if (minutes > 0) return refused(words.locked(minutes));
      const { api } = await library();
      const body = { email, password: given.password };
      const answer = await unlessRefused(api.signInEmail({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
      const colleague = known && (await store.find(known.id));
      const token = answer && 'token' in answer.response ? answer.response.token : null;
      if (!answer || !colleague || colleague.leftAt !== null) {
        await endSession(token);
        await fail('sign-in failed', subjectId, { ask, knownBrowser, colleague, locks: nextLocks });
        return refused(words.wrong);
      }
      const cookies = answer.headers.getSetCookie();
      if ('twoFactorRedirect' in answer.response) return { kind: 'code', cookies };
      if (colleague.hasTwoFactors) {
        // The second factor was set up while the password was looked at: this session must not come in without it.
        await endSession(token);
        return refused(words.tryAgain);
      }
      // Without a second factor this is a session already, but one that only lets it be set up.
      await audit.record({ actor: colleague, act: 'signed in', subjectId, details: at(ask, 'password', knownBrowser) });
      return { kind: 'enrol', cookies };
    });
  }

  async function enterCode(code: string, ask: Ask): Promise<SecondStep> {
    const digits = code.replaceAll(/\s/g, '');
    return secondStep(ask, 'code', async (opened, headers) => {
      const answer = await opened.api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true });
      const cookies = answer.headers.getSetCookie();
      if (await spendCode(opened, answer.response.user.id, digits, now())) return { cookies };
      await endSession(answer.response.token);
      return words.usedCode;
    });
  }

  async function enterRecoveryCode(code: string, ask: Ask): Promise<SecondStep> {
    return secondStep(ask, 'recovery code', async ({ api }, headers) => {
      const answer = await api.verifyBackupCode({ body: { code: code.trim() }, headers, returnHeaders: true });
      return { cookies: answer.headers.getSetCookie() };
    });
  }

  async function secondStep(
    ask: Ask,
    by: 'code' | 'recovery code',
    verify: (library: Library, headers: Headers) => Promise<{ cookies: string[] } | string>,
  ): Promise<SecondStep> {
    const refused = (said: string): SecondStep => ({ kind: 'refused', words: said, cookies: [] });
    const seconds = waitFor(ask);
    if (seconds > 0) return refused(words.tooManyFromAddress(seconds));
    const opened = await library();
    const { staffId, firstStep } = await readFirstStep(opened, ask);
    const colleague = staffId ? await store.find(staffId) : null;
    const over: SecondStep = { kind: 'over', words: words.secondStepOver, cookies: [] };
    if (!colleague || colleague.leftAt !== null) return over;
    const knownBrowser = browsers.read(ask, colleague.id);
    return oneAtATime(`${colleague.id} ${knownBrowser}`, async () => {
      const { minutes, nextLocks } = await lock.look(colleague.id, knownBrowser);
      if (minutes > 0) return refused(words.locked(minutes));
      if (!(await canReadSecondFactor(opened, colleague.id))) return refused(words.otherSecret);
      const outcome = await unlessRefused(verify(opened, headersOf(firstStep)), ({ code }) => {
        const isOver = /INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS|TEMPORARILY_LOCKED/.test(code);
        return isOver ? null : by === 'code' ? words.wrongCode : words.wrongRecoveryCode;
      });
      if (outcome === null) return over;
      if (typeof outcome === 'string') {
        await fail('code failed', colleague.id, { ask, knownBrowser, colleague, locks: nextLocks });
        return refused(outcome);
      }
      const act = by === 'code' ? 'signed in' : 'recovery code used';
      await audit.record({ actor: colleague, act, subjectId: colleague.id, details: at(ask, by, knownBrowser) });
      return { kind: 'in', cookies: [...outcome.cookies, browsers.cookieFor(colleague.id, knownBrowser ?? undefined)] };
    });
  }

  async function fail(
    act: 'sign-in failed' | 'code failed',
    subjectId: string,
    more: { ask: Ask; knownBrowser: string | null; colleague: Colleague | null; locks: boolean },
  ): Promise<void> {
    const { ask, knownBrowser, colleague, locks } = more;
    const details = at(ask, 'door', knownBrowser);
    await audit.record({ actor: { id: null, name: 'Somebody' }, act, subjectId, details });
    if (locks && colleague && colleague.leftAt === null) await services.onLocked(colleague.email);
  }

  async function endSession(token: string | null): Promise<void> {
    const { internalAdapter } = await (await library()).$context;
    if (token) await internalAdapter.deleteSession(token);
  }

  return { signIn, enterCode, enterRecoveryCode };
}

function at({ address, browser }: Ask, by: string, knownBrowser: string | null): Record<string, string | null> {
  return { by, address, browser: browser?.slice(0, 200) ?? null, knownBrowser };
}

/**
 * Whose second step the cookie of the first one speaks of, and the same request with that cookie alone: for whoever has a session,
 * the library would look at theirs instead.
 */
async function readFirstStep({ $context }: Library, ask: Ask): Promise<{ staffId: string | null; firstStep: Ask }> {
  const { createAuthCookie, internalAdapter, secret } = await $context;
  const { name } = createAuthCookie('two_factor');
  // The library signs its cookies as Hono does.
  const identifier = (await parseSigned(ask.cookie ?? '', secret, name))[name];
  const staffId = identifier ? ((await internalAdapter.findVerificationValue(identifier))?.value ?? null) : null;
  const cookies = (ask.cookie ?? '').split(/;\s*/).filter((cookie) => cookie.startsWith(`${name}=`));
  return { staffId, firstStep: { ...ask, cookie: cookies.at(0) ?? null } };
}
