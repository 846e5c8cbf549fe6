import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { site } from '#content/site.ts';
import type { Database } from '#server/database/open.ts';
import { addressHeader } from './address-header.ts';
import { cookiePrefix } from './cookies.ts';
import { password } from './password.ts';
import { idleSeconds, resetSeconds, secondStepSeconds } from './times.ts';

/**
 * The sign-in library over our store. Nothing of it is mounted on the web: what can be asked for is what `auth.ts` calls.
 * It is loaded with the first request of a member of staff, because it takes as much memory as all the rest.
 */
export function createLibrary(options: {
  database: Database;
  secret: string;
  siteUrl: string;
  sendReset: (email: string, token: string) => Promise<void>;
  onReset: (staffId: string, email: string) => Promise<void>;
}) {
  const { database, secret, siteUrl } = options;
  return betterAuth({
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
    emailAndPassword: {
      enabled: true,
      minPasswordLength: password.least,
      maxPasswordLength: password.most,
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => options.sendReset(user.email, token),
      onPasswordReset: ({ user }) => options.onReset(user.id, user.email),
    },
    plugins: [
      twoFactor({
        issuer: site.brand,
        twoFactorTable: 'staff_two_factors',
        twoFactorCookieMaxAge: secondStepSeconds,
        backupCodeOptions: { amount: 10, length: 10, storeBackupCodes: 'encrypted' },
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
}

export type Library = ReturnType<typeof createLibrary>;
