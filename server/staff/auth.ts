import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/open.ts';
import { createDetailsCipher } from '#server/email/email-details.ts';
import { createLock } from './account-lock.ts';
import { createAttempts } from './attempts.ts';
import type { Library } from './better-auth.ts';
import { hintCookie } from './cookies.ts';
import { createCredentialStore } from './credential-store.ts';
import { createInvitations } from './invitations.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { createPasswords } from './passwords.ts';
import { createProfile } from './profile.ts';
import { createReauthentication } from './reauthentication.ts';
import { type Ask, headersOf } from './request-context.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessions } from './sessions.ts';
import { createDoor } from './sign-in.ts';
import type { StaffMember } from './staff.ts';
import { createCommit } from './staff-commit.ts';
import { createColleagues } from './staff-members.ts';
import { createStaffStore } from './staff-store.ts';

export type Auth = ReturnType<typeof createAuth>;

/** Who may come in to the desk, and who is in. */
export function createAuth(services: {
  database: Database;
  audit: Audit;
  secret: string;
  /** What was signed or encrypted with it is still accepted. */
  previousSecret?: string | null;
  siteUrl: string;
  limited: boolean;
  wakeWorker: () => void;
  now: () => number;
}) {
  const { database, audit, secret, previousSecret = null, siteUrl, limited, wakeWorker, now } = services;
  const store = createStaffStore(database);
  const credentials = createCredentialStore(database);
  let loading: Promise<Library> | null = null;
  /** With the first member of staff who asks, and once: it takes as much memory as all the rest. */
  const library = () => {
    loading ??= import('./better-auth.ts').then(({ createLibrary }) =>
      createLibrary({ database, secret, previousSecret, siteUrl }),
    );
    return loading;
  };
  const commit = createCommit({ store, audit, cipher: createDetailsCipher(secret, previousSecret), wakeWorker, now });
  const browsers = createKnownBrowsers({ secret, previousSecret, siteUrl });
  const lock = createLock({ audit, secret, now });
  const attempts = createAttempts({ lock, commit, limited, now });
  const parts = { library, store, credentials, audit, commit, browsers, lock, attempts, siteUrl, now };
  const reauthentication = createReauthentication(parts);
  const passwords = createPasswords({ ...parts, reauthentication });
  const invitations = createInvitations(parts);

  async function leave(staff: StaffMember, ask: Ask): Promise<string[]> {
    const { api } = await library();
    const { headers } = await api.signOut({ headers: headersOf(ask), returnHeaders: true });
    await audit.record({ actor: staff, action: 'signed out', subjectId: staff.id });
    return [...headers.getSetCookie(), hintCookie(siteUrl, false)];
  }

  return {
    ...createSessions(parts),
    ...createDoor(parts),
    ...invitations,
    ...passwords,
    ...createProfile({ ...parts, reauthentication }),
    secondFactor: createSecondFactor({ ...parts, reauthentication }),
    colleagues: createColleagues({ ...parts, invitations, passwords }),
    /** Ends this session; answers with the cookies that say so. */
    signOut: leave,
    sessions: (staff: StaffMember) => store.sessions(staff.id),
    /** Ends one of their own sessions, or with null all of them. */
    endSessions: (staff: StaffMember, id: string | null): Promise<number> =>
      store.transaction(async (tx) => {
        const ended = await store.endSessions(tx, staff.id, id);
        if (ended === 0 && id !== null) return 0;
        await audit.recordIn(tx, {
          actor: staff,
          action: id === null ? 'signed out everywhere' : 'signed out',
          subjectId: staff.id,
        });
        return ended;
      }),
    owners: async () => (await store.all()).filter(({ role, leftAt }) => role === 'owner' && leftAt === null),
    hint: (signedIn: boolean) => hintCookie(siteUrl, signedIn),
  };
}
