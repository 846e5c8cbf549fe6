import { randomBytes } from 'node:crypto';
import { hostCookieName, readCookie, setCookie } from '#server/http/own-cookies.ts';
import { type Attempts, attemptDetails, type Refused } from './attempts.ts';
import type { Library } from './better-auth.ts';
import type { KnownBrowsers } from './cookies.ts';
import { type Assertion, challengeOf, createCeremony, type RequestOptions, readAssertion } from './passkey-ceremony.ts';
import { challengeSeconds, hashOf, type PasskeyStore } from './passkey-store.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { sessionCookie } from './sessions.ts';
import { accountEmailOf } from './staff-member.ts';
import type { Commit, StaffStore } from './staff-store.ts';

type AskPasskeyOutcome = WithCookies<{ kind: 'asked'; options: RequestOptions } | Refused>;
type PasskeySignInOutcome = WithCookies<{ kind: 'signed in' } | Refused>;

const messages = {
  /** One sentence for whatever was wrong, so that it does not help to try. */
  wrong: 'That passkey does not open this desk. Sign in with your password and a code.',
  expired: 'That took too long. Try your passkey again.',
  wentBack:
    'That passkey was refused, because a copy of it seems to be in use. Sign in with your password and a code, and remove it.',
  ofAnother: 'That passkey is of another account. Sign in as the person who was signed in here.',
};

/** Signing in with a passkey, which is both factors: it asked its user for a PIN or a fingerprint. */
export function createPasskeySignIn(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  passkeys: PasskeyStore;
  attempts: Attempts;
  browsers: KnownBrowsers;
  commit: Commit;
  siteUrl: string;
  now: () => number;
}) {
  const { library, store, passkeys, attempts, browsers, commit, siteUrl, now } = services;
  const ceremony = createCeremony(services);
  const cookieName = hostCookieName('kerbside-passkey', siteUrl);

  /** A challenge to sign in is good in the browser alone that asked for it, which has its cookie. */
  const challengeFor = (token: string) => ({ holder: hashOf(token), staff_id: null });

  /** Whether anybody who works here has signed in before in this browser. */
  async function isKnown(context: RequestContext): Promise<boolean> {
    return (await store.all()).some(({ id, leftAt }) => leftAt === null && browsers.read(context, id) !== null);
  }

  /** The account behind an answer, if its passkey is known and may sign in. */
  async function findOwner({ id }: Assertion) {
    const passkey = await passkeys.findByCredential(id);
    const account = passkey && (await store.find(passkey.staff_id));
    return { passkey, account };
  }

  return {
    /** What the browser needs to ask for a passkey. Two tabs may ask at the same time. */
    askForPasskey: async (context: RequestContext): Promise<AskPasskeyOutcome> => {
      const tooMany =
        attempts.countAddress(context) ?? ((await isKnown(context)) ? null : await attempts.countStranger(context, 'challenges'));
      if (tooMany) return { ...tooMany, cookies: [] };
      const options = await ceremony.requestOptions();
      const token = readCookie(context.cookie, cookieName) || randomBytes(24).toString('base64url');
      await passkeys.addChallenge(options.challenge, challengeFor(token), now());
      const cookie = setCookie(cookieName, token, { siteUrl, seconds: challengeSeconds, sameSite: 'Strict' });
      return { kind: 'asked', options, cookies: [cookie] };
    },

    /** Signs in by the browser's answer. With an e-mail address only the owner of that account can. */
    signInByPasskey: async (
      given: { credential: unknown; email: string | undefined },
      context: RequestContext,
    ): Promise<PasskeySignInOutcome> => {
      const refused = (message: string): PasskeySignInOutcome => ({ kind: 'refused', message, cookies: [] });
      const tooMany = attempts.countAddress(context);
      if (tooMany) return { ...tooMany, cookies: [] };
      const response = readAssertion(given.credential);
      if (!response) return refused(messages.wrong);
      const { account: owner } = await findOwner(response);
      const subjectId = owner?.id ?? attempts.subjectIdFor(response.id);
      const knownBrowser = owner && browsers.read(context, owner.id);
      const tooManyOfAll = knownBrowser ? null : await attempts.countStranger(context);
      if (tooManyOfAll) return { ...tooManyOfAll, cookies: [] };
      const outcome = await attempts.run(
        { subjectId, knownBrowser },
        context,
        async (recordFailure): Promise<PasskeySignInOutcome> => {
          const challenge = challengeOf(response);
          const token = readCookie(context.cookie, cookieName) ?? '';
          if (!(await passkeys.consumeChallenge(challenge, challengeFor(token), now()))) return refused(messages.expired);
          const { passkey, account } = await findOwner(response);
          const counter = passkey && (await ceremony.verifyAssertion(response, challenge, passkey));
          if (!passkey || !account?.hasTwoFactors || account.leftAt !== null || counter === null) {
            await recordFailure({ action: 'sign-in failed', by: 'passkey', account });
            return refused(messages.wrong);
          }
          if (given.email !== undefined && accountEmailOf(given.email) !== account.email) return refused(messages.ofAnother);
          const result = await commit(async ({ tx, record }) => {
            // The account may have been closed since it was read.
            const current = (await store.lockAccounts(tx)).find(({ id }) => id === account.id);
            if (!current?.hasTwoFactors || current.leftAt !== null) return { kind: 'closed' as const };
            const use = await passkeys.use(tx, passkey.id, counter, now());
            if (use !== 'used') return { kind: use };
            const details = attemptDetails(context, 'passkey', knownBrowser);
            record({ actor: account, action: 'signed in', subjectId: account.id, details });
            return { kind: use, token: await store.addSession(tx, account.id, context, now()) };
          });
          if (result.kind === 'used') {
            const removed = setCookie(cookieName, '', { siteUrl, seconds: 0, sameSite: 'Strict' });
            const cookie = await sessionCookie(await library(), result.token);
            return { kind: 'signed in', cookies: [cookie, browsers.cookieFor(account.id, knownBrowser ?? undefined), removed] };
          }
          const action = result.kind === 'went back' ? 'passkey counter went back' : 'sign-in failed';
          await recordFailure({ action, by: 'passkey', account });
          return refused(result.kind === 'went back' ? messages.wentBack : messages.wrong);
        },
      );
      return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
    },
  };
}
