import type { Actor } from '#server/audit/audit-event.ts';
import { createTokenBuckets } from '#server/observability/token-buckets.ts';
import type { FailedAttempt, Lock } from './account-lock.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import type { Ask } from './request-context.ts';
import type { Commit } from './staff-commit.ts';
import { words } from './staff-messages.ts';
import type { Colleague } from './staff-store.ts';

/** Attempts from one address: an office behind one connection, each of whose people mistypes twice. */
const fromAddress = { burst: 20, perMinute: 4 };

/** Whoever keeps an account locked all day must not fill a mailbox with e-mails that say so. */
const lockEmailsTo = { burst: 2, perMinute: 1 / 360 };

export type Refused = { kind: 'refused'; words: string };

/** What failed, who made the attempt where that is known, and whose account it was where there is one. */
type Failure = { action: FailedAttempt; actor?: Actor; by: string; member: Colleague | null };

export type Attempts = ReturnType<typeof createAttempts>;

/** Every attempt at a password or a code, before and after sign-in: neither can be guessed without end, and failures are on record. */
export function createAttempts(services: { lock: Lock; commit: Commit; limited: boolean; now: () => number }) {
  const { lock, commit, now } = services;
  const addresses = createTokenBuckets(fromAddress);
  const lockEmails = createTokenBuckets(lockEmailsTo);
  /** Many attempts at the same moment would all find the account open. */
  const oneAtATime = createOneAtATime();

  return {
    /** Counts an attempt from this address; refused where it has made too many. */
    fromAddress: ({ address }: Ask): Refused | null => {
      if (!services.limited || !address) return null;
      const seconds = addresses.waitSeconds(address, now());
      if (seconds > 0) return { kind: 'refused', words: words.tooManyFromAddress(seconds) };
      addresses.take(address, now());
      return null;
    },

    /**
     * One attempt at an account, after those that are under way; refused while it is locked. `knownBrowser`: the name of a browser
     * in which its owner has signed in before; strangers are counted together.
     */
    at: <T>(
      { subjectId, knownBrowser }: { subjectId: string; knownBrowser: string | null },
      ask: Ask,
      work: (fail: (failure: Failure) => Promise<void>) => Promise<T>,
    ): Promise<T | Refused> =>
      oneAtATime(`${subjectId} ${knownBrowser}`, async () => {
        const { minutes, nextLocks } = await lock.look(subjectId, knownBrowser);
        if (minutes > 0) return { kind: 'refused', words: words.locked(minutes) };
        return work(async ({ action, actor = { id: null, name: 'Somebody' }, by, member }) => {
          const tell = nextLocks && member?.leftAt === null && lockEmails.waitSeconds(member.email, now()) === 0;
          await commit(async ({ record, email }) => {
            await record({ actor, action, subjectId, details: detailsOf(ask, by, knownBrowser) });
            if (tell) await email('account-locked', member.email, { minutes: '15' });
          });
          if (tell) lockEmails.take(member.email, now());
        });
      }),
  };
}

/** What the audit trail keeps of where an attempt came from. */
export function detailsOf({ address, browser }: Ask, by: string, knownBrowser: string | null): Record<string, string | null> {
  return { by, address, browser: browser?.slice(0, 200) ?? null, knownBrowser };
}
