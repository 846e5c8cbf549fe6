import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The variable parts of an email to a member of staff. */
export type EmailDetails = Record<string, string>;

export type DetailsCipher = ReturnType<typeof createDetailsCipher>;

const algorithm = 'aes-256-gcm';
const format = 'v1.';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts the details of an email while it waits. A one-time link must not be readable in the store: copies remain in the
 * write-ahead log and in backups after the row was cleared.
 */
export function createDetailsCipher(secret: string, previousSecret: string | null = null) {
  const keys = [keyFrom(secret), ...(previousSecret ? [keyFrom(previousSecret)] : [])] as const;

  return {
    encrypt: (details: EmailDetails): string => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keys[0], iv);
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()]);

      return format + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },

    decrypt: (stored: string): EmailDetails => {
      const bytes = Buffer.from(stored.slice(format.length), 'base64url');
      for (const key of keys) {
        const text = decrypted(bytes, key);
        if (text !== null) return JSON.parse(text);
      }
      throw new Error('Its details were encrypted with another AUTH_SECRET.');
    },
  };
}

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'kerbside e-mail details', 32));
}

/** Returns null where the bytes were encrypted with another key, or changed since. */
function decrypted(bytes: Buffer, key: Buffer): string | null {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
