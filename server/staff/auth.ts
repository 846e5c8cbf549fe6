import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import { createDetailsCipher } from '#server/email/email-details.ts';
import { createAttempts } from './attempts.ts';
import type { Library, PasswordHash } from './better-auth.ts';
import { createReauthentication } from './check-factors.ts';
import { createKnownBrowsers } from './cookies.ts';
import { createCredentialStore } from './credential-store.ts';
import { createInvitations } from './invitations.ts';
import { createLinkCookies } from './link-cookies.ts';
import { createOwnAccount } from './own-account.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswords } from './passwords.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createStaffAccounts } from './staff-accounts.ts';
import { createCommit, createStaffStore } from './staff-store.ts';
import { countUnreadableFactors } from './unreadable-factors.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Accounts of staff, signing in, and who is signed in. */
export function createAuth(services: {
  database: Database;
  audit: Audit;
  secret: string;
  /** The secret before this one: what was signed or encrypted with it is still accepted. */
  previousSecret?: string | null;
  siteUrl: string;
  isLimited: boolean;
  wakeWorker: () => void;
  now: () => number;
  /** How passwords are hashed; by the library's scrypt unless given. */
  passwordHash?: PasswordHash | undefined;
}) {
  const { database, secret, previousSecret = null, siteUrl, passwordHash } = services;
  let loading: Promise<Library> | null = null;
  /** The library is loaded with the first request of a member of staff, because it takes as much memory as all the rest. */
  const library = () => {
    loading ??= import('./better-auth.ts').then(({ createLibrary }) =>
      createLibrary({ database, secret, previousSecret, siteUrl, passwordHash }),
    );
    return loading;
  };
  const commit = createCommit({ ...services, cipher: createDetailsCipher(secret, previousSecret) });
  const parts = {
    ...services,
    library,
    commit,
    store: createStaffStore(database),
    credentials: createCredentialStore(database),
    passkeys: createPasskeyStore(database),
    browsers: createKnownBrowsers({ secret, previousSecret, siteUrl }),
    attempts: createAttempts({ ...services, commit }),
  };
  const reauthentication = createReauthentication(parts);
  const passwords = createPasswords({ ...parts, reauthentication });
  const invitations = createInvitations(parts);

  return {
    /** How many second factors neither this secret nor the one before it reads. */
    countUnreadableFactors: () => countUnreadableFactors(database, [secret, previousSecret]),
    ...createSessions(parts),
    ...createLinkCookies(services),
    ...createSignIn(parts),
    ...createPasskeySignIn(parts),
    ...invitations,
    ...passwords,
    ...createOwnAccount({ ...parts, reauthentication }),
    secondFactor: createSecondFactor({ ...parts, reauthentication }),
    passkeys: createPasskeys({ ...parts, reauthentication }),
    accounts: createStaffAccounts({ ...parts, reauthentication, invitations, passwords }),
  };
}
