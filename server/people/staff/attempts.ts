import { createHmac } from 'node:crypto';
import { day, minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Actor, AuditAction } from '#server/core/audit/audit-event.ts';
import { clientNetwork, createNetworkLimit } from '#server/core/observability/network-limit.ts';
import { createTokenBuckets } from '#server/core/observability/token-buckets.ts';
import type { RequestContext } from './request-context.ts';
import type { StaffAccount } from './staff-member.ts';
import { commit } from './staff-store.ts';

/** The limit on attempts from one address: enough for an office behind one connection in which everybody mistypes twice. */
const addressLimit = { burst: 20, perMinute: 4 };

/** The limit on attempts from one /48 of IPv6, which one customer may have. */
const networkLimit = { burst: 40, perMinute: 8 };

/**
 * The limit on attempts from all browsers together in which nobody has signed in yet. Checking a password costs a tenth of a second of
 * the processor, and each failure is a row in the audit trail. An attacker who uses it up holds up no browser and no network of the staff.
 */
const strangerLimit = { burst: 60, perMinute: 30 };

/**
 * How many attempts from such browsers may wait for their turn, which is seconds of work. More wait only where the store is locked: then
 * all of them would end after the time that a request has, and later ones behind them.
 */
const maxWaitingStrangers = 20;

/** For how long a network is known from which somebody has signed in, and how often these networks are read. */
const knownNetworks = { forMs: 90 * day, readEveryMs: 60_000 };

/** The limit on e-mails to one address about its locked account, so that an attacker cannot fill a mailbox. */
const lockEmailLimit = { burst: 2, perMinute: 1 / 360 };

/** After this many failures within this time the account is locked for as long. */
const maxFailures = 5;
const lockMs = 15 * minute;

const failures = [
  'sign-in failed',
  'code failed',
  'password check failed',
  'passkey counter went back',
] as const satisfies readonly AuditAction[];
/** After one of these actions failures are counted from zero. */
const successes: readonly AuditAction[] = ['signed in', 'password changed'];

export type Refused = { kind: 'refused'; message: string };

/** A failed attempt. Who made it is known only after sign-in; `account` is null where the address has none. */
type Failure = { action: (typeof failures)[number]; actor?: Actor; by: string; account: StaffAccount | null };

/**
 * All attempts at a password, a code or a passkey, before and after sign-in, go through here: limited by address, locked by account, failures
 * recorded. The lock is counted from the audit trail, so it holds over restarts and on all instances.
 */
const attemptsOf = perApp(() => ({
  addresses: createNetworkLimit({ client: addressLimit, network: networkLimit }),
  strangers: createTokenBuckets(strangerLimit),
  lockEmails: createTokenBuckets(lockEmailLimit),
  known: { networks: new Set<string>(), readAt: Number.NEGATIVE_INFINITY },
  // Attempts at one account run one after the other: at the same moment all would find it unlocked.
  inTurn: createSequencer(),
}));

/**
 * Minutes until the account is unlocked, 0 where it is; and whether the next failure locks it. Failures of each known browser are
 * counted separately, those of all other browsers together.
 */
async function readLock(app: App, subjectId: string, knownBrowser: string | null) {
  const all = await app.audit.since(subjectId, [...failures, ...successes], app.now() - lockMs);
  const events = all.filter((one) => one.action === 'password changed' || browserOf(one.details) === knownBrowser);
  const lastSuccess = events.findIndex(({ action }) => successes.some((one) => one === action));
  const failed = lastSuccess === -1 ? events : events.slice(0, lastSuccess);
  const until = failed.length >= maxFailures ? (failed[0]?.at ?? 0) + lockMs : 0;
  return { minutes: Math.max(0, Math.ceil((until - app.now()) / minute)), isNextLocking: failed.length === maxFailures - 1 };
}

/** The subject of attempts at an address without an account, or with an unknown passkey. They lock it as well: nothing is disclosed. */
export function subjectIdFor({ secrets }: App, tried: string): string {
  return `nobody-${createHmac('sha256', secrets.current).update(tried).digest('hex').slice(0, 24)}`;
}

/** Counts an attempt from this address; refused where there were too many. */
export function countAddress(app: App, { address }: RequestContext): Refused | null {
  if (!app.env.rateLimit || !address) return null;
  const { addresses } = attemptsOf(app);
  const seconds = addresses.waitSeconds(address, app.now());
  if (seconds > 0)
    return {
      kind: 'refused',
      message: `Too many tries from your internet connection. Wait ${seconds} seconds and try again.`,
    };
  addresses.take(address, app.now());
  return null;
}

/**
 * Counts an attempt from a browser in which its owner has not signed in before; refused where all of these were too many, except
 * from a network from which somebody has signed in: that has the limit of its address alone. Challenges for passkeys, which need no
 * password, are counted separately: asking for them uses up nobody's attempts.
 */
export async function countStranger(
  app: App,
  { address }: RequestContext,
  of: 'attempts' | 'challenges' = 'attempts',
): Promise<Refused | null> {
  const { strangers } = attemptsOf(app);
  const seconds = app.env.rateLimit ? strangers.waitSeconds(of, app.now()) : 0;
  if (seconds === 0) {
    strangers.take(of, app.now());
    return null;
  }
  if (address && (await isKnownNetwork(app, address))) return null;
  return {
    kind: 'refused',
    message: `Too many sign-ins are tried just now. Use a browser or an internet connection with which you have signed in before, or wait ${seconds} seconds and try again.`,
  };
}

/**
 * Runs one attempt at an account after those under way; refused while it is locked. `knownBrowser`: the id of a browser in which
 * its owner has signed in before. All others take turns, so that many passwords at once take one processor at the most; where too many
 * wait already, the next one is refused at once, and counts as no failure.
 */
export async function runAttempt<T>(
  app: App,
  { subjectId, knownBrowser }: { subjectId: string; knownBrowser: string | null },
  context: RequestContext,
  attempt: (recordFailure: (failure: Failure) => Promise<void>) => Promise<T>,
): Promise<T | Refused> {
  const { inTurn, lockEmails } = attemptsOf(app);
  const turn = knownBrowser === null ? 'strangers' : `${subjectId} ${knownBrowser}`;
  if (inTurn.waiting(turn) >= maxWaitingStrangers) return { kind: 'refused', message: busyMessage };
  return inTurn.run(turn, async () => {
    const { minutes, isNextLocking } = await readLock(app, subjectId, knownBrowser);
    if (minutes > 0) return { kind: 'refused', message: lockedMessage(minutes) };
    return attempt(async ({ action, actor = { id: null, name: 'Somebody' }, by, account }) => {
      const isNotified = isNextLocking && account?.leftAt === null && lockEmails.waitSeconds(account.email, app.now()) === 0;
      await commit(app, async ({ record, email }) => {
        record({ actor, action, subjectId, details: attemptDetails(context, by, knownBrowser) });
        if (isNotified) await email('account-locked', account.email, { minutes: '15' });
      });
      if (isNotified) lockEmails.take(account.email, app.now());
    });
  });
}

/** What the audit trail keeps of the client of an attempt. */
export function attemptDetails(
  { address, browser }: RequestContext,
  by: string,
  knownBrowser: string | null,
): Record<string, string | null> {
  return { by, address, browser: browser?.slice(0, 200) ?? null, knownBrowser };
}

function browserOf(details: string): string | null {
  return JSON.parse(details).knownBrowser ?? null;
}

const busyMessage = 'Too many people are signing in just now. Nothing is wrong with what you typed: try again in a minute.';

function lockedMessage(minutes: number): string {
  return `Too many tries. Wait ${minutes} minutes and try again, or choose a new password by "Forgotten your password?".`;
}

/** Whether somebody has signed in from the network of an address, by the audit trail. */
async function isKnownNetwork(app: App, address: string): Promise<boolean> {
  const { known } = attemptsOf(app);
  if (Math.abs(app.now() - known.readAt) >= knownNetworks.readEveryMs) {
    const signIns = await app.audit.detailsSince('signed in', app.now() - knownNetworks.forMs);
    known.networks = new Set(signIns.map((details) => clientNetwork(JSON.parse(details).address ?? '')));
    known.readAt = app.now();
  }
  return known.networks.has(clientNetwork(address));
}

/** Runs work with the same key one after the other, in this process. */
function createSequencer() {
  const turns = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    /** How many wait behind the one that is running. */
    waiting: (key: string): number => Math.max(0, (turns.get(key)?.count ?? 0) - 1),

    run: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const turn = turns.get(key) ?? { last: Promise.resolve(), count: 0 };
      turns.set(key, turn);
      turn.count += 1;
      const mine = turn.last.then(work);
      // The next one has its turn whether this one succeeds or fails.
      turn.last = mine.then(
        () => {},
        () => {},
      );
      try {
        return await mine;
      } finally {
        turn.count -= 1;
        if (turn.count === 0) turns.delete(key);
      }
    },
  };
}
