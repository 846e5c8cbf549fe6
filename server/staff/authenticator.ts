import { randomBytes, randomInt } from 'node:crypto';
import { renderSVG } from 'uqr';
import { site } from '#content/site.ts';
import type { Library } from './better-auth.ts';
import type { CredentialStore } from './credential-store.ts';

/** What an authenticator app needs: the address in the QR code, the same as text to type, and what helps when the phone is lost. */
export type Enrolment = {
  /** All of it, encrypted: it travels with the form and comes back with the first code. */
  sealed: string;
  uri: string;
  qrSvg: string;
  key: string;
  recoveryCodes: string[];
};

/** An enrolment that has not been confirmed. `replaces`: the authenticator that it takes the place of. */
export type Pending = { staffId: string; secret: string; recoveryCodes: string[]; replaces: string | null; until: number };

const recoveryCodeCount = 10;
/** Without look-alikes, because they are copied by hand. */
const recoveryLetters = '34679acdefghjkmnpqrtwxy';

export function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

export function newRecoveryCodes(): string[] {
  const five = () => Array.from({ length: 5 }, () => recoveryLetters[randomInt(recoveryLetters.length)]).join('');
  return Array.from({ length: recoveryCodeCount }, () => `${five()}-${five()}`);
}

export async function enrolmentOf(library: Library, pending: Pending, email: string): Promise<Enrolment> {
  const uri = library.totp(pending.secret).url(site.brand, email);
  const key = new URL(uri).searchParams.get('secret') ?? '';
  return {
    sealed: await library.encrypt(JSON.stringify(pending)),
    uri,
    qrSvg: renderSVG(uri, { border: 4, ecc: 'M' }),
    key: key.replaceAll(/(.{4})/g, '$1 ').trim(),
    recoveryCodes: pending.recoveryCodes,
  };
}

/** Null for what is not this member's, is too old, or was never sealed here. */
export async function openEnrolment(
  library: Library,
  sealed: string,
  of: { staffId: string; now: number },
): Promise<Pending | null> {
  const text = (await library.decrypt(sealed)) ?? (await library.decryptPrevious(sealed));
  const pending: Pending | null = text === null ? null : JSON.parse(text);
  return pending?.staffId === of.staffId && pending.until > of.now ? pending : null;
}

/** The digits of a code as somebody typed it. */
export function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '');
}

/**
 * Whether a member's second factor can be read, or there is none. One that was encrypted with the secret before this one is encrypted anew:
 * from the next sign-in or check on the library reads it too.
 */
export async function makeReadable(library: Library, store: CredentialStore, staffId: string): Promise<boolean> {
  const stored = await store.authenticatorOf(staffId);
  if (!stored || (await library.decrypt(stored.secret)) !== null) return true;
  const [secret, backupCodes] = await Promise.all([stored.secret, stored.backupCodes].map(library.decryptPrevious));
  if (!secret || !backupCodes) return false;
  await store.encryptAnew(stored, { secret: await library.encrypt(secret), backupCodes: await library.encrypt(backupCodes) });
  return true;
}

/**
 * Whether a code is right, and spends it where it is. `unreadable`: the server's secret is not the one that the second factor was
 * set up with.
 */
export async function checkCode(
  library: Library,
  store: CredentialStore,
  given: { staffId: string; digits: string; now: number },
): Promise<'right' | 'wrong' | 'used' | 'unreadable'> {
  const { staffId, digits, now } = given;
  if (!(await makeReadable(library, store, staffId))) return 'unreadable';
  const stored = await store.authenticatorOf(staffId);
  if (!stored) return 'wrong';
  const secret = await library.decrypt(stored.secret);
  if (secret === null) return 'unreadable';
  if (!(await library.totp(secret).verify(digits))) return 'wrong';
  return (await store.spendCode(staffId, digits, now)) ? 'right' : 'used';
}
