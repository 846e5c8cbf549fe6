import { parseSigned } from 'hono/utils/cookie';
import type { Audit } from '#server/audit/audit.ts';
import { createTokenBuckets } from '#server/ops/token-buckets.ts';
import { type Ask, headersOf, type WithCookies } from './ask.ts';
import type { Library } from './library.ts';
import type { Lock } from './lock.ts';
import { unlessRefused } from './refusal.ts';
import type { Colleague, StaffStore } from './store.ts';
import { words } from './words.ts';

/** Tries from one address: an office behind one connection, each of whose people mistypes twice. */
const triesFromAddress = { burst: 20, perMinute: 4 };

/** A code is good once. It is remembered for longer than it is valid. */
const codeMemoryMs = 3 * 60_000;

/** `code`: the password was right, and the second factor is still to come. `enrol`: there is none yet. */
export type SignIn = WithCookies<{ kind: 'code' | 'enrol' } | { kind: 'refused'; words: string }>;
export type SecondStep = WithCookies<{ kind: 'in' } | { kind: 'refused' | 'over'; words: string }>;

export function createDoor(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  audit: Audit;
  lock: Lock;
  onLocked: (email: string) => Promise<void>;
  limited: boolean;
  now: () => number;
}) {
  const { library, store, audit, lock, now } = services;
  const addresses = createTokenBuckets(triesFromAddress);

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
    const colleague = await store.findByEmail(email);
    const subjectId = colleague?.id ?? lock.nameOf(email);
    const { minutes, nextLocks } = await lock.look(subjectId);
    if (minutes > 0) return refused(words.locked(minutes));
    const { api } = await library();
    const body = { email, password: given.password };
    const answer = await unlessRefused(api.signInEmail({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
    if (!answer || !colleague || colleague.leftAt !== null) {
      if (answer && 'token' in answer.response) await endSession(answer.response.token);
      await fail('sign-in failed', subjectId, ask, colleague, nextLocks);
      return refused(words.wrong);
    }
    const secondFactor = 'twoFactorRedirect' in answer.response;
    // Without a second factor this is a session already, but one that only lets it be set up.
    if (!secondFactor) await audit.record({ actor: colleague, act: 'signed in', subjectId, details: at(ask, 'password') });
    return { kind: secondFactor ? 'code' : 'enrol', cookies: answer.headers.getSetCookie() };
  }

  async function enterCode(code: string, ask: Ask): Promise<SecondStep> {
    const digits = code.replaceAll(/\s/g, '');
    return secondStep(ask, 'code', async ({ api, $context }, headers) => {
      const answer = await api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true });
      const { id } = answer.response.user;
      const { internalAdapter } = await $context;
      const fresh = await internalAdapter.reserveVerificationValue({
        identifier: `code:${id}:${digits}`,
        value: id,
        expiresAt: new Date(now() + codeMemoryMs),
      });
      if (fresh) return { staffId: id, cookies: answer.headers.getSetCookie() };
      await endSession(answer.response.token);
      return words.usedCode;
    });
  }

  async function enterRecoveryCode(code: string, ask: Ask): Promise<SecondStep> {
    return secondStep(ask, 'recovery code', async ({ api }, headers) => {
      const answer = await api.verifyBackupCode({ body: { code: code.trim() }, headers, returnHeaders: true });
      return { staffId: answer.response.user.id, cookies: answer.headers.getSetCookie() };
    });
  }

  async function secondStep(
    ask: Ask,
    by: 'code' | 'recovery code',
    verify: (library: Library, headers: Headers) => Promise<{ staffId: string; cookies: string[] } | string>,
  ): Promise<SecondStep> {
    const refused = (said: string): SecondStep => ({ kind: 'refused', words: said, cookies: [] });
    const seconds = waitFor(ask);
    if (seconds > 0) return refused(words.tooManyFromAddress(seconds));
    const opened = await library();
    const staffId = await pendingStaff(opened, ask);
    const colleague = staffId ? await store.find(staffId) : null;
    if (!colleague || colleague.leftAt !== null) return { kind: 'over', words: words.secondStepOver, cookies: [] };
    const { minutes, nextLocks } = await lock.look(colleague.id);
    if (minutes > 0) return refused(words.locked(minutes));
    const outcome = await unlessRefused(verify(opened, headersOf(ask)), ({ code }) => {
      const over = /INVALID_TWO_FACTOR_COOKIE|TOO_MANY_ATTEMPTS|TEMPORARILY_LOCKED/.test(code);
      return over ? null : by === 'code' ? words.wrongCode : words.wrongRecoveryCode;
    });
    if (outcome === null) return { kind: 'over', words: words.secondStepOver, cookies: [] };
    if (typeof outcome === 'string') {
      await fail('code failed', colleague.id, ask, colleague, nextLocks);
      return refused(outcome);
    }
    const act = by === 'code' ? 'signed in' : 'recovery code used';
    await audit.record({ actor: colleague, act, subjectId: colleague.id, details: at(ask, by) });
    return { kind: 'in', cookies: outcome.cookies };
  }

  async function fail(
    act: 'sign-in failed' | 'code failed',
    subjectId: string,
    ask: Ask,
    colleague: Colleague | null,
    locks: boolean,
  ): Promise<void> {
    await audit.record({ actor: { id: null, name: 'Somebody' }, act, subjectId, details: at(ask, 'door') });
    if (locks && colleague && colleague.leftAt === null) await services.onLocked(colleague.email);
  }

  async function endSession(token: string | null): Promise<void> {
    const { internalAdapter } = await (await library()).$context;
    if (token) await internalAdapter.deleteSession(token);
  }

  return { signIn, enterCode, enterRecoveryCode };
}

function at({ address, browser }: Ask, by: string): Record<string, string | null> {
  return { by, address, browser: browser?.slice(0, 200) ?? null };
}

/** Whose second step the cookie of the first one speaks of. */
async function pendingStaff({ $context }: Library, ask: Ask): Promise<string | null> {
  const { createAuthCookie, internalAdapter, secret } = await $context;
  const { name } = createAuthCookie('two_factor');
  // The library signs its cookies as Hono does.
  const identifier = (await parseSigned(ask.cookie ?? '', secret, name))[name];
  return identifier ? ((await internalAdapter.findVerificationValue(identifier))?.value ?? null) : null;
}
