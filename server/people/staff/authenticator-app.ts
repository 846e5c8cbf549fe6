import { Secret, TOTP } from 'otpauth';
import { site } from '#content/site.ts';

/** Six digits for half a minute (RFC 6238 with SHA-1), as every app has them. The key is the bytes of its text. */
function totpOf(key: string, label = ''): TOTP {
  return new TOTP({ issuer: site.brand, label, secret: Secret.fromUTF8(key), algorithm: 'SHA1', digits: 6, period: 30 });
}

/** The number of the half minute that a code is for; null for a wrong one. A code is valid half a minute before and after its own. */
export function codeNumber(key: string, code: string, now: number): number | null {
  const totp = totpOf(key);
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

/** What an app needs to make codes: as the address in a QR code, and the key in it for typing. */
export function appSetup(key: string, email: string): { uri: string; key: string } {
  const totp = totpOf(key, email);
  return { uri: totp.toString(), key: totp.secret.base32.replaceAll(/(.{4})/g, '$1 ').trim() };
}
