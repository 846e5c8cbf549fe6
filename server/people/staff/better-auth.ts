import { timingSafeEqual } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { createOTP } from '@better-auth/utils/otp';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { site } from '#content/site.ts';
import type { App } from '#server/core/app.ts';
import { cookiePrefix, idleSeconds, secondStepSeconds } from './cookies.ts';
import { passwordLength } from './credential-store.ts';
import { addressHeader } from './request-context.ts';

/** For how long an authenticator app shows a code. */
const codeSeconds = 30;

export type Library = ReturnType<typeof openLibrary>;

/**
 * The sign-in library over our database. None of its endpoints is mounted: only what `auth.ts` calls can be reached. It checks passwords and codes and
 * keeps sessions; rows that belong in one transaction with rows of ours are written by us.
 */
export function openLibrary(app: App) {
  const { passwordHash } = app;
  const { current: secret, previous: previousSecret } = app.secrets;
  const { siteUrl } = app.env;
  const { api, $context } = betterAuth({
    appName: site.brand,
    baseURL: siteUrl,
    secret,
    // The type is SQLite on both engines: dates are then texts and booleans numbers on either, so that a store can move between them.
    database: kyselyAdapter(app.db.db, { type: 'sqlite' }),
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
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(passwordHash && { password: passwordHash }),
    },
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
      // `__Host-` is stricter than the library's own prefix, which any other site of the domain could set.
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
    /** Encrypts with AUTH_SECRET, as the library encrypts second factors. */
    encrypt: (data: string): Promise<string> => symmetricEncrypt({ key: secret, data }),
    /** Decrypts data; null where it was not encrypted with AUTH_SECRET. */
    decrypt: (data: string): Promise<string | null> => symmetricDecrypt({ key: secret, data }).catch(() => null),
    /** Decrypts data that was encrypted with AUTH_SECRET_PREVIOUS; otherwise null. */
    decryptPrevious: async (data: string): Promise<string | null> =>
      previousSecret === null ? null : symmetricDecrypt({ key: previousSecret, data }).catch(() => null),
    /** Codes of an authenticator app. `totp` is the present one by the clock of this machine, by which the library judges. */
    totp: (key: string) => {
      const otp = createOTP(key, { digits: 6, period: codeSeconds });
      /** The number of a right code; null for a wrong one. By the clock that all instances share; valid also for the half minutes before and after its own. */
      const verify = async (code: string): Promise<number | null> => {
        const now = Math.floor(app.now() / (codeSeconds * 1_000));
        const numbers = [now + 1, now, now - 1];
        const codes = await Promise.all(numbers.map((number) => otp.hotp(number)));
        return numbers[codes.map((one) => isSame(Buffer.from(one), Buffer.from(code))).indexOf(true)] ?? null;
      };
      return { ...otp, verify };
    },
  };
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
