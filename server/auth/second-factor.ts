import { renderSVG } from 'uqr';
import type { Audit } from '#server/audit/audit.ts';
import { type Ask, headersOf, type WithCookies } from './ask.ts';
import type { Library } from './library.ts';
import { unlessRefused } from './refusal.ts';
import type { Staff } from './staff.ts';
import { words } from './words.ts';

/** What an authenticator app needs: the address in the QR code, the same as text to type, and what helps when the phone is lost. */
export type Enrolment = { uri: string; qrSvg: string; key: string; recoveryCodes: string[] };

export type Begun = { kind: 'begun'; enrolment: Enrolment } | { kind: 'refused'; words: string };
export type Confirmed = WithCookies<{ kind: 'set up' } | { kind: 'refused'; words: string }>;

/** Setting up the authenticator app, for whoever is signed in with a password. */
export function createSecondFactor({ library, audit }: { library: () => Promise<Library>; audit: Audit }) {
  return {
    /** The password is asked for again: an unattended browser must not be enough. */
    begin: async (password: string, ask: Ask): Promise<Begun> => {
      const { api } = await library();
      const answer = await unlessRefused(api.enableTwoFactor({ body: { password }, headers: headersOf(ask) }), () => null);
      if (!answer) return { kind: 'refused', words: words.wrongPassword };
      return { kind: 'begun', enrolment: enrolmentOf(answer.totpURI, answer.backupCodes) };
    },

    /** Proves that the app was set up. The session before it ends, and a new one begins. */
    confirm: async (staff: Staff, code: string, ask: Ask): Promise<Confirmed> => {
      const { api } = await library();
      const body = { code: code.replaceAll(/\s/g, '') };
      const answer = await unlessRefused(api.verifyTOTP({ body, headers: headersOf(ask), returnHeaders: true }), () => null);
      if (!answer) return { kind: 'refused', words: words.wrongCode, cookies: [] };
      await audit.record({ actor: staff, act: 'two factors set up', subjectId: staff.id });
      return { kind: 'set up', cookies: answer.headers.getSetCookie() };
    },

    /** For a form that came back with a wrong code: the address is all it takes to draw it again. */
    again: enrolmentOf,
  };
}

function enrolmentOf(uri: string, recoveryCodes: string[]): Enrolment {
  const key = URL.canParse(uri) ? (new URL(uri).searchParams.get('secret') ?? '') : '';
  return { uri, qrSvg: renderSVG(uri, { border: 4, ecc: 'M' }), key: key.replaceAll(/(.{4})/g, '$1 ').trim(), recoveryCodes };
}
