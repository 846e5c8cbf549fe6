import { randomBytes } from 'node:crypto';
import type { App } from '#server/core/app.ts';
import { hostCookieName, readCookie, setCookie } from '#server/core/http/own-cookies.ts';
import { attemptDetails, countAddress, countStranger, type Refused, runAttempt, subjectIdFor } from './attempts.ts';
import { browserCookie, knownBrowserOf, tokenCookie } from './cookies.ts';
import { hashOf } from './credential-store.ts';
import {
  type Assertion,
  challengeOf,
  type RequestOptions,
  readAssertion,
  requestOptions,
  verifyAssertion,
} from './passkey-ceremony.ts';
import * as passkeys from './passkey-store.ts';
import { challengeSeconds } from './passkey-store.ts';
import type { RequestContext, WithCookies } from './request-context.ts';
import { accountEmailOf } from './staff-member.ts';
import * as store from './staff-store.ts';
import { commit } from './staff-store.ts';

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

const cookieName = ({ env }: App) => hostCookieName('kerbside-passkey', env.siteUrl);

/** A challenge to sign in is good in the browser alone that asked for it, which has its cookie. */
const challengeFor = (token: string) => ({ holder: hashOf(token), staff_id: null });

/** Whether anybody who works here has signed in before in this browser. */
async function isKnown(app: App, context: RequestContext): Promise<boolean> {
  return (await store.all(app)).some(({ id, leftAt }) => leftAt === null && knownBrowserOf(app, context, id) !== null);
}

/** The account behind an answer, if its passkey is known and may sign in. */
async function findOwner(app: App, { id }: Assertion) {
  const passkey = await passkeys.findByCredential(app, id);
  const account = passkey && (await store.find(app, passkey.staff_id));
  return { passkey, account };
}

/** What the browser needs to ask for a passkey. Two tabs may ask at the same time. */
export async function askForPasskey(app: App, context: RequestContext): Promise<AskPasskeyOutcome> {
  const tooMany =
    countAddress(app, context) ?? ((await isKnown(app, context)) ? null : await countStranger(app, context, 'challenges'));
  if (tooMany) return { ...tooMany, cookies: [] };
  const options = await requestOptions(app);
  const token = readCookie(context.cookie, cookieName(app)) || randomBytes(24).toString('base64url');
  await passkeys.addChallenge(app, options.challenge, challengeFor(token));
  const cookie = setCookie(cookieName(app), token, { siteUrl: app.env.siteUrl, seconds: challengeSeconds, sameSite: 'Strict' });
  return { kind: 'asked', options, cookies: [cookie] };
}

/** Signs in with a passkey, which is both factors: it asked its user for a PIN or a fingerprint. With an e-mail address only the owner of that account can. */
export async function signInByPasskey(
  app: App,
  given: { credential: unknown; email: string | undefined },
  context: RequestContext,
): Promise<PasskeySignInOutcome> {
  const refused = (message: string): PasskeySignInOutcome => ({ kind: 'refused', message, cookies: [] });
  const tooMany = countAddress(app, context);
  if (tooMany) return { ...tooMany, cookies: [] };
  const response = readAssertion(given.credential);
  if (!response) return refused(messages.wrong);
  const { account: owner } = await findOwner(app, response);
  const subjectId = owner?.id ?? subjectIdFor(app, response.id);
  const knownBrowser = owner && knownBrowserOf(app, context, owner.id);
  const tooManyOfAll = knownBrowser ? null : await countStranger(app, context);
  if (tooManyOfAll) return { ...tooManyOfAll, cookies: [] };
  const outcome = await runAttempt(
    app,
    { subjectId, knownBrowser },
    context,
    async (recordFailure): Promise<PasskeySignInOutcome> => {
      const challenge = challengeOf(response);
      const token = readCookie(context.cookie, cookieName(app)) ?? '';
      if (!(await passkeys.consumeChallenge(app, challenge, challengeFor(token)))) return refused(messages.expired);
      const { passkey, account } = await findOwner(app, response);
      const counter = passkey && (await verifyAssertion(app, response, challenge, passkey));
      if (!passkey || !account?.hasTwoFactors || account.leftAt !== null || counter === null) {
        await recordFailure({ action: 'sign-in failed', by: 'passkey', account });
        return refused(messages.wrong);
      }
      if (given.email !== undefined && accountEmailOf(given.email) !== account.email) return refused(messages.ofAnother);
      const result = await commit(app, async ({ tx, record }) => {
        // The account may have been closed since it was read.
        const current = (await store.lockAccounts(tx)).find(({ id }) => id === account.id);
        if (!current?.hasTwoFactors || current.leftAt !== null) return { kind: 'closed' as const };
        const use = await passkeys.use(tx, passkey.id, counter, app.now());
        if (use !== 'used') return { kind: use };
        const details = attemptDetails(context, 'passkey', knownBrowser);
        record({ actor: account, action: 'signed in', subjectId: account.id, details });
        return { kind: use, token: await store.addSession(app, tx, account.id, context) };
      });
      if (result.kind === 'used') {
        const removed = setCookie(cookieName(app), '', { siteUrl: app.env.siteUrl, seconds: 0, sameSite: 'Strict' });
        const cookie = tokenCookie(app, 'session', result.token);
        return { kind: 'signed in', cookies: [cookie, browserCookie(app, account.id, knownBrowser ?? undefined), removed] };
      }
      const action = result.kind === 'went back' ? 'passkey counter went back' : 'sign-in failed';
      await recordFailure({ action, by: 'passkey', account });
      return refused(result.kind === 'went back' ? messages.wentBack : messages.wrong);
    },
  );
  return 'cookies' in outcome ? outcome : { ...outcome, cookies: [] };
}
