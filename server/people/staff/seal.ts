import { createHash } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import type { App } from '#server/core/app.ts';

/** XChaCha20-Poly1305: its nonce, in front of what it encrypts, is long enough to be random each time. */
const cipherOf = (secret: string) => managedNonce(xchacha20poly1305)(createHash('sha256').update(secret).digest());

export function sealWith(secret: string, text: string): string {
  return Buffer.from(cipherOf(secret).encrypt(Buffer.from(text))).toString('hex');
}

/** Encrypts a text with AUTH_SECRET, in hex. */
export function seal({ secrets }: App, text: string): string {
  return sealWith(secrets.current, text);
}

/** Decrypts what was sealed with one of these secrets; null where it was with none of them. */
export function unsealWith(secrets: (string | null)[], sealed: string): string | null {
  for (const secret of secrets.filter((one) => one !== null))
    try {
      return Buffer.from(cipherOf(secret).decrypt(Buffer.from(sealed, 'hex'))).toString();
    } catch {
      // It was sealed with another secret, or is not what was sealed.
    }
  return null;
}

/** Decrypts what was sealed with AUTH_SECRET or AUTH_SECRET_PREVIOUS; otherwise null. */
export function unseal({ secrets }: App, sealed: string): string | null {
  return unsealWith([secrets.current, secrets.previous], sealed);
}
