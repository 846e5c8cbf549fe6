import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { site } from '#content/site.ts';
import type { Database } from '#server/database/open.ts';
import { addressHeader } from './address-header.ts';
import { cookiePrefix } from './cookies.ts';
import { password } from './password.ts';
import { idleSeconds, secondStepSeconds } from './times.ts';

export type Library = ReturnType<typeof createLibrary>;

/**
 * The sign-in library over our store. Nothing of it is mounted on the web: what can be asked for is what `auth.ts` calls.
 * It is loaded with the first request of a member of staff, because it takes as much memory as all the rest. It checks
 * passwords and codes and keeps sessions; what has to be written together with something of ours is written by us.
 */
export function createLibrary(services: { database: Database; secret: string; previousSecret: string | null; siteUrl: string }) {
  const { database, secret, previousSecret, siteUrl } = services;
  const { api, $context } = betterAuth({
    appName: site.brand,
    baseURL: siteUrl,
    secret,
    // Said of both engines: dates are then texts and booleans numbers on either, and a store can move between them.
    database: kyselyAdapter(database.db, { type: 'sqlite' }),
    user: {
      modelName: 'staff',
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'handler', input: false },
        leftAt: { type: 'number', required: false, input: false },
      },
    },
    session: { modelName: 'staff_sessions', expiresIn: idleSeconds, updateAge: 60 },
    account: { modelName: 'staff_accounts' },
    verification: { modelName: 'staff_verifications', storeIdentifier: 'hashed' },
    emailAndPassword: { enabled: true, minPasswordLength: password.least, maxPasswordLength: password.most },
    plugins: [
      twoFactor({
        issuer: site.brand,
        twoFactorTable: 'staff_two_factors',
        twoFactorCookieMaxAge: secondStepSeconds,
        backupCodeOptions: { storeBackupCodes: 'encrypted' },
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
      }),
    ],
    advanced: {
      cookiePrefix: cookiePrefix(siteUrl),
      // The prefix says more than the library's own, which any other site of the domain could set.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: siteUrl.startsWith('https:') },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
  });
  return {
    api,
    $context,
    /** Encrypts with AUTH_SECRET, as the library does what it keeps of a second factor. */
    encrypt: (data: string): Promise<string> => symmetricEncrypt({ key: secret, data }),
    /** Null for what was encrypted with another secret, or never was. */
    decrypt: (data: string): Promise<string | null> => symmetricDecrypt({ key: secret, data }).catch(() => null),
    /** The same with AUTH_SECRET_PREVIOUS. */
    decryptPrevious: async (data: string): Promise<string | null> =>
      previousSecret === null ? null : symmetricDecrypt({ key: previousSecret, data }).catch(() => null),
    /** Codes of an authenticator app, valid for the half minute before and after their own too. */
    totp: (key: string) => createOTP(key, { digits: 6, period: 30 }),
  };
}
