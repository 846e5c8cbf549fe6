import type { LookupAddress } from 'node:dns';
import type { OpeningHours } from '#content/opening-hours.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import type { Database } from '#server/core/database/database.ts';
import type { Tx } from '#server/core/database/schema.ts';
import type { Log } from '#server/core/observability/log.ts';
import type { Metrics } from '#server/core/observability/metrics.ts';
import type { Env } from '#server/core/settings/env.ts';
import type { EvidenceStore } from '#server/files/evidence-store.ts';
import type { AccessTokens } from '#server/mail/out/access-tokens.ts';
import type { EmailKind } from '#server/mail/out/define-email.ts';
import type { Mailer } from '#server/mail/out/mailer.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * What a process is made of. `openApp` (server/open-app.ts) makes one; an operation is a function that takes it first. It holds what the
 * process opened, and nothing that could be imported. A copy with hooks of its own (`hooksOf` there) is another instance on the same store:
 * its state (`perApp`) is apart.
 */
export type App = {
  /** The settings, as they were read at the start. */
  env: Env;
  /** The clock, in milliseconds since 1970: on PostgreSQL the database's, as it was last asked (`server/core/database/shared-clock.ts`). */
  now: () => number;
  /** Asks the database's clock: by how many milliseconds this machine's is ahead. */
  compareClocks: () => Promise<number>;
  startedAt: number;
  limits: TimeLimits;
  log: Log;
  /** The log of what strangers cause: lines that repeat are summed up. */
  refusalLog: Log & { flush: () => void };
  metrics: Metrics;
  db: Database;
  /** The same store for what visitors send: refused where the disk has little room left, so that what staff do still fits. */
  visitorDb: Database;
  /** Space on the disk that is kept for claims; null on PostgreSQL. */
  diskReserve: { hasRoom: () => boolean; restore: () => Promise<void> } | null;
  audit: Audit;
  /** What signs and encrypts. What was signed with the previous one is still accepted. */
  secrets: { current: string; previous: string | null };
  passwordHash: PasswordHash;
  mail: { team: Mailer; senders: Mailer; canary: Mailer };
  /** The access tokens for the mail server; null where it takes a password. */
  mailTokens: AccessTokens | null;
  /** The kinds of e-mail of all folders. */
  emailKinds: readonly EmailKind[];
  /** The hours in which staff call; they change when an owner publishes others. */
  callingHours: () => OpeningHours;
  /** Resolves a name to its addresses, as `dns.lookup` does. */
  resolve: Resolve;
  /** The store of the files of claims: a folder, or S3. */
  files: EvidenceStore;
  jobs: {
    /** Call it after jobs were enqueued: they run at once instead of at the next tick. */
    wake: () => void;
    /** When this process last looked for due jobs. */
    lastTickAt: () => number;
  };
  /** Checks all alarms now, apart from their schedule. */
  checkAlarms: () => Promise<void>;
  /** Call it after a claim was stored or changed, with whether that added jobs. */
  noteChange: (hasJobs: boolean) => void;
  /** Call it in the transaction in which a claimant added or changed something of a claim. */
  noteClaimantUpdate: (tx: Tx, submissionId: string) => Promise<unknown>;
  /** The private link of a claim, of this generation; null for what has none. */
  linkOf: (submission: { id: string; reference: string; formName: string }, generation: number) => string | null;
};

export type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type PasswordHash = {
  hash: (password: string) => Promise<string>;
  verify: (given: { hash: string; password: string }) => Promise<boolean>;
};

/** State of one process, such as a cache or a limit, made with the first call for an App. */
export function perApp<State>(open: (app: App) => State): (app: App) => State {
  const opened = new WeakMap<App, State>();
  return (app) => {
    const known = opened.get(app);
    if (known !== undefined) return known;
    const state = open(app);
    opened.set(app, state);
    return state;
  };
}

type Bound<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (app: App, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** A table of operations with their App given: what routes get from the server, whose code they cannot import. */
export function bind<Operations extends Record<string, (app: App, ...args: never[]) => unknown>>(
  app: App,
  operations: Operations,
): Bound<Operations> {
  const bound = Object.entries(operations).map(([name, operation]) => [name, operation.bind(null, app)]);
  return Object.fromEntries(bound);
}
