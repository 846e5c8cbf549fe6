import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from '#server/core/app.ts';
import { isSame } from '#server/core/is-same.ts';

const scryptOf = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** A try takes 32 MB and a tenth of a second. Stored hashes do not say their cost: with another they are all wrong. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 };

const keyBytes = 64;

/** Unicode has several spellings of some letters, and keyboards differ in which they send. */
function keyOf(password: string, salt: string): Promise<Buffer> {
  return scryptOf(password.normalize('NFKC'), salt, keyBytes, cost);
}

/** A hash is `salt:key`, both in hex; it is the hex of the salt that is hashed. */
export const passwordHash: PasswordHash = {
  hash: async (password) => {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
  },
  verify: async ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':');
    return isSame(await keyOf(password, salt), Buffer.from(key, 'hex'));
  },
};
