import type { AddressInfo } from 'node:net';
import { minute } from '#forms/durations.ts';
import type { TimeLimits } from '#server/core/time-limits.ts';
import type { Database } from '#server/database/database.ts';
import type { Mailer } from '#server/email/mailer.ts';
import type { Addresses } from '#server/email/write-email.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { type Reading, reading } from '#server/observability/reading.ts';
import type { SubmissionStore } from '#server/submissions/submission-store.ts';
import { createAcceptCanary } from './accept-canary.ts';
import { type CanaryTrouble, canaryAlarms } from './canary-alarms.ts';
import { createCanaryArrival } from './canary-arrival.ts';
import { createCanaryJob } from './canary-job.ts';
import { createCanaryMarks } from './canary-mark.ts';
import { type CanaryFailure, createCanaryRuns, isNews, mostKept } from './canary-runs.ts';
import { createCanaryWalk } from './canary-walk.ts';
import { createTellOwners, type Owner, type PushNow } from './tell-owners.ts';

/** How often this process looks whether a run is due. */
const lookEveryMs = minute / 2;

/** Of a store that cannot be written to no run is known: these are counted by this process. */
const countEveryMs = 5 * minute;

/**
 * The canary: a claim that the product sends itself every five minutes, the whole way from its own endpoint to the mail server or back from the
 * mailbox, and which is stored as any other and removed in the same transaction, so that nothing lists, counts or reports it. This process runs
 * it, not the worker, because the worker is what it tries. Owners are told when two in a row fail.
 */
export function openCanary(services: {
  database: Database;
  store: Pick<SubmissionStore, 'tryOut'>;
  secret: string;
  mailer: Mailer;
  addresses: Pick<Addresses, 'from' | 'siteUrl'>;
  env: { canary: boolean; canaryTo: string | null; imapUrl: string | null; inboundSecret: string | null };
  owners: () => Promise<Owner[]>;
  pushNow: PushNow;
  wakeWorker: () => void;
  log: Log;
  now: () => number;
  limits: TimeLimits['canary'];
}) {
  const { env, mailer, log, now, limits } = services;
  const { from, siteUrl } = services.addresses;
  const marks = createCanaryMarks(services);
  const runs = createCanaryRuns(services);
  const accepting = createAcceptCanary({ ...services, marks, runs });
  const arrives = env.canaryTo !== null && (env.imapUrl ?? env.inboundSecret) !== null;
  const walk = createCanaryWalk({ runs, marks, arrives, limits, whyNotStored: accepting.whyNotStored });
  const owners = createTellOwners({ ...services, from, siteUrl });
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isClosed = false;
  /** Failures of the store that no run could be noted for. */
  let unstored: { count: number; since: number; at: number; detail: string } | null = null;
  /** Nobody took what was told of the failures that last. */
  let isUntold = false;

  /** Sends a claim on its way where one is due, and tells owners where it is the second that fails. Returns whether one was sent. */
  async function run(url: string): Promise<boolean> {
    if (isRunning) return false;
    isRunning = true;
    try {
      const id = await runs.begin();
      if (id === null) {
        await forgetUnstored();
        return false;
      }
      await owners.remember();
      const failure = await walk(id, url);
      await runs.end(id, failure);
      unstored = null;
      if (failure) await noteFailure(id, failure);
      else isUntold = false;
      return true;
    } catch (error) {
      // The store closes with the process, under a run that goes on.
      if (!isClosed) await noteUnstored(errorMessage(error));
      return true;
    } finally {
      isRunning = false;
    }
  }

  /** Another instance may have ended a run since. That one could begin says nothing: the store may fail before its end. */
  async function forgetUnstored(): Promise<void> {
    if (unstored === null) return;
    const [last] = await runs.last(1);
    if ((last?.ended_at ?? 0) > unstored.at) unstored = null;
  }

  async function noteFailure(id: string, failure: CanaryFailure): Promise<void> {
    log.error('canary failed', { step: failure.step, detail: failure.detail });
    const last = await runs.last(mostKept);
    if (isNews(last) || (isUntold && last[1]?.failed_step)) isUntold = (await owners.tell(id, failure)) === 0;
  }

  async function noteUnstored(detail: string): Promise<void> {
    if (unstored && Math.abs(now() - unstored.at) < countEveryMs) return;
    unstored = { count: (unstored?.count ?? 0) + 1, since: unstored?.since ?? now(), at: now(), detail };
    log.error('canary failed', { step: 'store', detail });
    const { count, at } = unstored;
    if (count === 2 || (isUntold && count > 2)) isUntold = (await owners.tell(`store-${at}`, { step: 'store', detail })) === 0;
  }

  async function trouble(): Promise<CanaryTrouble | null> {
    if (!env.canary) return null;
    if (unstored) return unstored.count < 2 ? null : { step: 'store', detail: unstored.detail, since: unstored.since };
    const [last, before] = await runs.last(2);
    if (!last?.failed_step || !before?.failed_step) return null;
    return { step: last.failed_step, detail: last.detail ?? '', since: before.begun_at };
  }

  return {
    accept: accepting.accept,
    arrival: createCanaryArrival({ marks, runs }),
    run,
    jobs: [createCanaryJob({ ...services, runs, marks, from, siteUrl, to: env.canaryTo })],
    alarms: canaryAlarms(trouble),
    metrics: canaryMetrics(),
    /** Begins the schedule, once the port is open. */
    start: (address: AddressInfo | string | null): void => {
      if (!env.canary || address === null || typeof address === 'string') return;
      const url = urlOf(address);
      timer = setInterval(() => void run(url), lookEveryMs).unref();
    },
    close: (): void => {
      isClosed = true;
      clearInterval(timer);
      mailer.close();
    },
  };

  function canaryMetrics(): Reading[] {
    const lastEnded = async () => (env.canary ? (await runs.last(1))[0] : undefined);
    return [
      reading('kerbside_canary_ok', 'Whether the last claim that the site sent itself went the whole way.', async () => {
        const last = await lastEnded();
        return last && (last.failed_step === null ? 1 : 0);
      }),
      reading('kerbside_canary_seconds', 'How long that claim took for the whole way.', async () => {
        const last = await lastEnded();
        const end = last?.failed_step === null ? (last.arrived_at ?? last.sent_at) : null;
        return last && end !== null ? (end - last.begun_at) / 1_000 : null;
      }),
    ];
  }
}

/** Where this process reaches its own port. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
