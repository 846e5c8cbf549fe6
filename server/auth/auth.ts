import type { Audit } from '#server/audit/audit.ts';
import type { Actor } from '#server/audit/event.ts';
import type { Database } from '#server/database/open.ts';
import { createTokenBuckets } from '#server/ops/token-buckets.ts';
import { createDetailsCipher } from '#server/outbox/email-details.ts';
import { addStaffLetter } from '#server/outbox/store.ts';
import { createAccounts } from './accounts.ts';
import { type Ask, headersOf } from './ask.ts';
import { createColleagues, type FromServer } from './colleagues.ts';
import { hintCookie } from './cookies.ts';
import { createDoor } from './door.ts';
import { createKnownBrowsers } from './known-browser.ts';
import type { Library } from './library.ts';
import { createLock } from './lock.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessions } from './session.ts';
import type { Staff } from './staff.ts';
import { createStaffStore } from './store.ts';

/** Whoever keeps an account locked all day must not fill a mailbox with letters that say so. */
const lockLettersTo = { burst: 2, perMinute: 1 / 360 };

export type Auth = ReturnType<typeof createAuth>;

/** Who may come in to the desk, and who is in. */
export function createAuth(services: {
  database: Database;
  audit: Audit;
  secret: string;
  siteUrl: string;
  limited: boolean;
  wakeOutbox: () => void;
  now: () => number;
}) {
  const { database, audit, secret, siteUrl, now } = services;
  const store = createStaffStore(database);
  const cipher = createDetailsCipher(secret);
  const lockLetters = createTokenBuckets(lockLettersTo);
  let loading: Promise<Library> | null = null;
  /** With the first member of staff who asks, and once: it takes as much memory as all the rest. */
  const library = () => {
    loading ??= import('./library.ts').then(({ createLibrary }) =>
      createLibrary({ database, secret, siteUrl, sendReset: writeReset, onReset }),
    );
    return loading;
  };
  const accounts = createAccounts({ library, store, audit, siteUrl, onPasswordChanged: onReset, now });
  const browsers = createKnownBrowsers({ secret, siteUrl });
  const door = createDoor({
    ...{ library, store, audit, browsers, now, limited: services.limited },
    lock: createLock({ audit, secret, now }),
    onLocked: tellOfLock,
  });
  const colleagues = createColleagues({
    ...{ store, audit, accounts, now },
    writeInvitation: (email, url, invitedBy) => write('invitation', email, { url, invitedBy, validFor: 'two days' }),
  });

  async function tellOfLock(email: string): Promise<void> {
    if (lockLetters.waitSeconds(email, now()) > 0) return;
    lockLetters.take(email, now());
    await write('account-locked', email, { minutes: '15' });
  }

  async function write(kind: Parameters<typeof addStaffLetter>[1]['kind'], recipient: string, details: Record<string, string>) {
    await addStaffLetter(database.db, { kind, recipient, details, createdAt: now() }, cipher);
    services.wakeOutbox();
  }

  function writeReset(email: string, token: string): Promise<void> {
    return write('password-reset', email, { url: `${siteUrl}/desk/new-password?token=${token}`, validFor: 'an hour' });
  }

  async function onReset(id: string, email: string): Promise<void> {
    const actor: Actor = { id, name: (await store.find(id))?.name ?? 'Somebody' };
    await audit.record({ actor, act: 'password changed', subjectId: id });
    await write('password-changed', email, {});
  }

  async function leave(staff: Staff, ask: Ask): Promise<string[]> {
    const { api } = await library();
    const { headers } = await api.signOut({ headers: headersOf(ask), returnHeaders: true });
    await audit.record({ actor: staff, act: 'signed out', subjectId: staff.id });
    return [...headers.getSetCookie(), hintCookie(siteUrl, false)];
  }

  return {
    ...createSessions({ library, siteUrl, now }),
    ...door,
    ...accounts,
    secondFactor: createSecondFactor({ library, store, audit, browsers, now }),
    colleagues: {
      ...colleagues,
      /** Also tells them by mail how to come back in. */
      resetFactors: async (staff: Staff | FromServer, id: string) => {
        const outcome = await colleagues.resetFactors(staff, id);
        const colleague = outcome.kind === 'done' ? await store.find(id) : null;
        if (colleague) await accounts.askForReset(colleague.email, null);
        return outcome;
      },
    },
    /** Ends this session; answers with the cookies that say so. */
    signOut: leave,
    sessions: (staff: Staff) => store.sessions(staff.id),
    /** Ends one of their own sessions, or with null all of them. */
    endSessions: (staff: Staff, id: string | null): Promise<number> =>
      store.transaction(async (tx) => {
        const ended = await store.endSessions(tx, staff.id, id);
        if (ended === 0 && id !== null) return 0;
        await audit.recordIn(tx, {
          actor: staff,
          act: id === null ? 'signed out everywhere' : 'signed out',
          subjectId: staff.id,
        });
        return ended;
      }),
    owners: async () => (await store.all()).filter(({ role, leftAt }) => role === 'owner' && leftAt === null),
    hint: (signedIn: boolean) => hintCookie(siteUrl, signedIn),
  };
}
