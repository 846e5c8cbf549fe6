import { renderSVG } from 'uqr';
import type { Audit } from '#server/audit/audit.ts';
import { type Ask, headersOf, type WithCookies } from './ask.ts';
import type { KnownBrowsers } from './known-browser.ts';
import type { Library } from './library.ts';
import { unlessRefused } from './refusal.ts';
import { spendCode } from './spent-codes.ts';
import type { Staff } from './staff.ts';
import type { StaffStore } from './store.ts';
import { words } from './words.ts';

/** What an authenticator app needs: the address in the QR code, the same as text to type, and what helps when the phone is lost. */
export type Enrolment = { uri: string; qrSvg: string; key: string; recoveryCodes: string[] };

export type Begun = { kind: 'begun'; enrolment: Enrolment } | { kind: 'refused'; words: string };
export type Confirmed = WithCookies<{ kind: 'set up' } | { kind: 'refused'; words: string }>;

/** Setting up the authenticator app, for whoever is signed in with a password. */
export function createSecondFactor(services: {
  library: () => Promise<Library>;
  store: StaffStore;
  audit: Audit;
  browsers: KnownBrowsers;
  now: () => number;
}) {
  const { library, store, audit, browsers, now } = services;

  return {
    /** The password is asked for again: an unattended browser must not be enough. */
    begin: async (password: string, ask: Ask): Promise<Begun> => {
      const { api } = await library();
      const answer = await unlessRefused(api.enableTwoFactor({ body: { password }, headers: headersOf(ask) }), () => null);
      if (!answer) return { kind: 'refused', words: words.wrongPassword };
      return { kind: 'begun', enrolment: enrolmentOf(answer.totpURI, answer.backupCodes) };
    },

    /** Proves that the app was set up. Every session before it ends, each of which had shown a password alone; a new one begins. */
    confirm: async (staff: Staff, code: string, ask: Ask): Promise<Confirmed> => {
      const opened = await library();
      const digits = code.replaceAll(/\s/g, '');
      const request = { body: { code: digits }, headers: headersOf(ask), returnHeaders: true } as const;
      const answer = await unlessRefused(opened.api.verifyTOTP(request), () => null);
      if (!answer) return { kind: 'refused', words: words.wrongCode, cookies: [] };
      const cookies = answer.headers.getSetCookie();
      const headers = headersOf({ ...ask, cookie: cookies.map((one) => one.split(';')[0]).join('; ') });
      const begun = await opened.api.getSession({ headers, query: { disableRefresh: true } });
      await store.transaction(async (tx) => {
        await store.endOtherSessions(tx, staff.id, begun?.session.id ?? '');
        await audit.recordIn(tx, { actor: staff, act: 'two factors set up', subjectId: staff.id });
      });
      await spendCode(opened, staff.id, digits, now());
      return { kind: 'set up', cookies: [...cookies, browsers.cookieFor(staff.id)] };
    },

    /** For a form that came back with a wrong code: the address is all it takes to draw it again. */
    again: enrolmentOf,
  };
}

function enrolmentOf(uri: string, recoveryCodes: string[]): Enrolment {
  const key = URL.canParse(uri) ? (new URL(uri).searchParams.get('secret') ?? '') : '';
  return { uri, qrSvg: renderSVG(uri, { border: 4, ecc: 'M' }), key: key.replaceAll(/(.{4})/g, '$1 ').trim(), recoveryCodes };
}
