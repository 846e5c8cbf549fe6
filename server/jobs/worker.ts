import { errorMessage, type Log } from '#server/observability/log.ts';
import type { Job, LeasedJob } from './define-job.ts';
import type { JobQueue } from './queue.ts';
import { runJob } from './run-job.ts';

/** The longest sleep: another instance may have stored a job that this one was not told of. */
const longestSleepMs = 15_000;

/** How soon it shows that a clock was ahead, whether it is right again suddenly or was before the start. */
const correctEveryMs = 10 * 60_000;

/** How long jobs that are running may take to finish once the process is asked to stop. */
const usualGraceMs = 4_000;

/** The answer to the visitor goes first: on a slow disk the lease of a job makes everybody wait. */
const wakeAfterMs = 20;

export type Worker = ReturnType<typeof createWorker>;

/** Runs what is due, for as long as the process lives. Several processes may do so on one PostgreSQL. */
export function createWorker({ queue, log, now }: { queue: JobQueue; log: Log; now: () => number }) {
  const jobs: Job[] = [];
  const running = new Map<string, Set<Promise<unknown>>>();
  const ending = new AbortController();
  let isStopped = false;
  let isWoken = false;
  let isBegun = false;
  /** Turns in a row in which something failed, and whether something has in this one. */
  let failures = 0;
  let hasFailed = false;
  let correctedAt = Number.NEGATIVE_INFINITY;
  let lastTurnAt = now();
  let endSleep = () => {};
  let waking: NodeJS.Timeout | null = null;
  let loop: Promise<void> = Promise.resolve();

  async function run() {
    while (!isStopped) {
      isWoken = false;
      hasFailed = false;
      lastTurnAt = now();
      const sleepMs = await turn();
      failures = hasFailed ? failures + 1 : 0;
      // One of many things that failed is as good a reason to wait: a full disk is read from and not written to.
      await sleep(hasFailed ? retryPause() : sleepMs);
    }
  }

  /** Leases and runs what is due; answers for how long nothing will be. */
  async function turn(): Promise<number> {
    if (!isBegun) isBegun = (await attempt(begin)) ?? false;
    if (!isBegun) return longestSleepMs;
    if (Math.abs(now() - correctedAt) > correctEveryMs) await attempt(correctTimes);
    for (const { gate } of jobs) if (gate) await attempt(() => gate.prepare(wakeNow));
    const dueAt = await attempt(() => queue.dueAt(freeKinds(), now()));
    if (!dueAt) return longestSleepMs;
    const leased = await leaseDue(dueAt);
    // What else is due of these kinds, or will be when a lease ends.
    const dueAgainAt = await attempt(() => queue.dueAt(freeKinds(leased), now()));
    return timeToSleep(new Map([...dueAt, ...(dueAgainAt ?? [])]));
  }

  async function begin(): Promise<true> {
    for (const { leased, settlement } of await queue.settleInterrupted(jobs, now()))
      log.warn('job interrupted', {
        ...{ job: leased.kind, id: leased.id, attempts: leased.attempts },
        until: settlement.kind === 'waits' ? new Date(settlement.until).toISOString() : null,
      });
    await queue.ensureRecurring(jobs, now(), { isStart: true });
    await correctTimes();
    return true;
  }

  async function correctTimes(): Promise<void> {
    await queue.correctTimes(jobs, now());
    correctedAt = now();
  }

  /** Answers the kinds of which something was leased. */
  async function leaseDue(dueAt: Map<string, number>): Promise<Job[]> {
    const leasedKinds: Job[] = [];
    for (const job of jobs) {
      const limit = freeFor(job);
      if (isStopped || limit <= 0 || (dueAt.get(job.kind) ?? Number.POSITIVE_INFINITY) > now()) continue;
      const leased = (await attempt(() => queue.lease(job.kind, now(), job.leaseMs, limit))) ?? [];
      for (const one of leased) background(job, runAndReport(job, one));
      leasedKinds.push(job);
    }
    return leasedKinds;
  }

  function freeKinds(among: Job[] = jobs): string[] {
    return among.filter((job) => freeFor(job) > 0).map(({ kind }) => kind);
  }

  async function runAndReport(job: Job, leased: LeasedJob): Promise<void> {
    const { kind, attempt: failure } = await runJob(job, leased, ending.signal, { queue, now });
    const isFirstFailure = (kind === 'retry' || kind === 'failed') && leased.attempts === 1;
    if (isFirstFailure && !job.onSettled) log.error('job failed', { job: job.kind, error: failure?.answer });
  }

  function freeFor(job: Job): number {
    return Math.min(job.concurrency, job.gate?.capacity() ?? job.concurrency) - (running.get(job.kind)?.size ?? 0);
  }

  function background({ kind }: Job, work: Promise<unknown>) {
    const ofKind = running.get(kind) ?? new Set();
    running.set(kind, ofKind);
    const watched = attempt(() => work).finally(() => {
      ofKind.delete(watched);
      wakeNow();
    });
    ofKind.add(watched);
  }

  async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
    try {
      return await act();
    } catch (error) {
      // Once for each time that it stops working, not at every turn.
      if (failures === 0 && !hasFailed) log.error('worker failed', { error: errorMessage(error) });
      hasFailed = true;
      return null;
    }
  }

  function retryPause(): number {
    return Math.min(250 * 2 ** failures, longestSleepMs);
  }

  function timeToSleep(dueAt: Map<string, number>): number {
    const times = jobs.flatMap((job) => [
      // With no capacity left, the end of one that is running wakes the worker.
      ...(freeFor(job) > 0 ? [dueAt.get(job.kind) ?? Number.POSITIVE_INFINITY] : []),
      job.gate?.lookAgainAt() ?? Number.POSITIVE_INFINITY,
    ]);
    return Math.min(Math.max(Math.min(...times) - now(), 20), longestSleepMs);
  }

  async function sleep(ms: number) {
    if (isWoken || isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wakeNow() {
    isWoken = true;
    endSleep();
  }

  return {
    start: (kinds: Job[]): void => {
      jobs.push(...kinds);
      lastTurnAt = now();
      loop = run();
    },
    /** A job was stored. Many at once are one reason to look. */
    wake: (): void => {
      waking ??= setTimeout(() => {
        waking = null;
        wakeNow();
      }, wakeAfterMs);
    },
    /** When it last looked for something to do. */
    lastTurnAt: (): number => lastTurnAt,
    /** Takes no more jobs, lets those that are running finish, and aborts those that do not. */
    stop: async (graceMs = usualGraceMs): Promise<void> => {
      isStopped = true;
      if (waking) clearTimeout(waking);
      endSleep();
      const cut = setTimeout(() => ending.abort(), graceMs);
      await loop;
      await Promise.all([...running.values()].flatMap((ofKind) => [...ofKind]));
      clearTimeout(cut);
    },
  };
}
