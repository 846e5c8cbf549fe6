import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import type { JobKind, LeasedJob } from './define-job.ts';
import { correctTimes, dueKinds, ensureRecurring, lease, nextRunAt, settleInterrupted } from './queue.ts';
import { runJob } from './run-job.ts';
import type { Interrupted } from './settlement.ts';

/** The longest pause between ticks: another instance may have enqueued a job, which does not wake this one. */
const maxSleepMs = 15_000;

/** How often the worker corrects times that were set while the clock was ahead. */
const correctTimesEveryMs = 10 * minute;

/** How long running jobs may take to finish once the process stops. */
const defaultGraceMs = 4_000;

/**
 * How long the worker waits after a wake-up: on a slow disk, leasing a job at once would delay the response to the visitor who caused
 * it. Each wake-up in this time begins it anew, so that a burst of claims is stored before its e-mails leave.
 */
const wakeDelayMs = 20;

/** For how long wake-ups without a pause hold jobs back at the most. After that jobs run beside them, until there is a pause. */
const maxHoldMs = 3_000;

export type Worker = ReturnType<typeof createWorker>;

/** The worker of this process. */
export const workerOf = perApp(createWorker);

/** Runs due jobs until it is stopped. Several processes may do so on one PostgreSQL. */
export function createWorker(app: App) {
  const { log, now, limits } = app;
  const jobKinds: JobKind[] = [];
  const running = new Map<string, Set<Promise<unknown>>>();
  /** Since when kinds have waited for others that go first. */
  const waitingSince = new Map<string, number>();
  const ending = new AbortController();
  let isStopped = false;
  let isWoken = false;
  let isStarted = false;
  /** Ticks in a row in which something failed, and whether something has in the current one. */
  let failures = 0;
  let hasFailed = false;
  let correctedAt = Number.NEGATIVE_INFINITY;
  let lastTickAt = now();
  let endSleep = () => {};
  let waking: NodeJS.Timeout | null = null;
  /** When the last wake-up came, and the first of those that came without a pause in between. */
  let wokenAt = Number.NEGATIVE_INFINITY;
  let burstSince = Number.NEGATIVE_INFINITY;
  let loop: Promise<void> = Promise.resolve();

  async function run() {
    while (!isStopped) {
      isWoken = false;
      hasFailed = false;
      lastTickAt = now();
      const sleepMs = await tick();
      failures = hasFailed ? failures + 1 : 0;
      // There is also a pause where only one step failed, because a full disk can be read and not written.
      await sleep(hasFailed ? retryPause() : sleepMs);
    }
  }

  /** Leases and starts due jobs; returns for how long nothing will be due. */
  async function tick(): Promise<number> {
    if (!isStarted) isStarted = (await attempt(prepare)) ?? false;
    if (!isStarted) return maxSleepMs;
    if (Math.abs(now() - correctedAt) > correctTimesEveryMs) await attempt(correctAllTimes);
    for (const { gate } of jobKinds) if (gate) await attempt(() => gate.prepare(wakeNow, app));
    const kinds = jobKinds.map(({ kind }) => kind);
    const due = await attempt(() => dueKinds(app, kinds));
    if (!due) return maxSleepMs;
    const free = await leaseDue(due);
    if (isWoken) return 0;
    // While jobs run it only reads which kinds are due, and not when others will be: the end of each job wakes it anyway.
    if (isBusy()) return Math.min(limits.worker.look, timeToSleep(new Map()));
    return timeToSleep((await attempt(() => nextRunAt(app, free))) ?? new Map());
  }

  async function prepare(): Promise<true> {
    for (const interrupted of await settleInterrupted(app, jobKinds)) reportInterrupted(interrupted);
    await ensureRecurring(app, jobKinds, { isStart: true });
    await correctAllTimes();
    return true;
  }

  async function correctAllTimes(): Promise<void> {
    await correctTimes(app, jobKinds);
    correctedAt = now();
  }

  /** Leases due jobs; returns the kinds of which more could run. */
  async function leaseDue(due: Set<string>): Promise<string[]> {
    const free: string[] = [];
    for (const jobKind of jobKinds) {
      const { kind } = jobKind;
      const limit = freeFor(jobKind);
      // A kind without capacity is looked at again when a running job ends, which wakes the worker.
      if (isStopped || isHeld() || isAfterOthers(jobKind, due) || limit <= 0) continue;
      if (!due.has(kind)) {
        free.push(kind);
        continue;
      }
      const lot = await attempt(() => lease(app, jobKind, limit));
      if (!lot) continue;
      for (const interrupted of lot.interrupted) reportInterrupted(interrupted);
      for (const leased of lot.leased) background(jobKind, runAndReport(jobKind, leased));
      if (lot.leased.length < limit) free.push(kind);
    }
    return free;
  }

  /** Whether a kind that could run waits for others that are due, and has not waited for as long as it may. */
  function isAfterOthers(jobKind: JobKind, due: Set<string>): boolean {
    const { kind, after } = jobKind;
    if (after === null || capacityOf(jobKind) <= 0 || !due.has(kind) || !after.kinds.some((other) => due.has(other))) {
      waitingSince.delete(kind);
      return false;
    }
    const since = waitingSince.get(kind) ?? now();
    waitingSince.set(kind, since);
    return Math.abs(now() - since) < after.atMostMs;
  }

  async function runAndReport(jobKind: JobKind, leased: LeasedJob): Promise<void> {
    const { result, settlement } = await runJob(app, jobKind, leased, ending.signal);
    if (jobKind.onSettled) return;
    const hasFailed = result.kind === 'retry' || result.kind === 'failed';
    const isForGood = settlement.kind === 'failed';
    // Of the failures in a row the first and the last are logged.
    if (hasFailed && (leased.attempts === 1 || isForGood))
      log.error('job failed', { job: jobKind.kind, id: leased.id, error: result.attempt?.detail, isForGood });
  }

  function reportInterrupted({ leased, settlement }: Interrupted): void {
    const until = settlement.kind === 'waits' ? new Date(settlement.until).toISOString() : null;
    const facts = { job: leased.kind, id: leased.id, attempts: leased.attempts, until };
    if (until === null) log.error('job interrupted', { ...facts, isForGood: true });
    else log.warn('job interrupted', facts);
  }

  function isBusy(): boolean {
    return [...running.values()].some((ofKind) => ofKind.size > 0);
  }

  function freeFor(jobKind: JobKind): number {
    return capacityOf(jobKind) - (running.get(jobKind.kind)?.size ?? 0);
  }

  function capacityOf({ concurrency, gate }: JobKind): number {
    return Math.min(concurrency, gate?.capacity(app) ?? concurrency);
  }

  function background({ kind }: JobKind, work: Promise<unknown>) {
    const ofKind = running.get(kind) ?? new Set();
    running.set(kind, ofKind);
    const watched = attempt(() => work).finally(() => {
      ofKind.delete(watched);
      wakeNow();
    });
    ofKind.add(watched);
  }

  async function attempt<T>(step: () => Promise<T>): Promise<T | null> {
    try {
      return await step();
    } catch (error) {
      // Of several failures in a row only the first is logged.
      if (failures === 0 && !hasFailed) log.error('worker failed', { error: errorMessage(error) });
      hasFailed = true;
      return null;
    }
  }

  function retryPause(): number {
    return Math.min(limits.worker.retry * 2 ** failures, maxSleepMs);
  }

  function timeToSleep(runAt: Map<string, number>): number {
    const checkAt = jobKinds.map(({ gate }) => gate?.nextCheckAt(app) ?? Number.POSITIVE_INFINITY);
    return Math.min(Math.max(Math.min(...runAt.values(), ...checkAt) - now(), 20), maxSleepMs);
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

  function isHeld(): boolean {
    const at = performance.now();
    return at - wokenAt < wakeDelayMs && at - burstSince < maxHoldMs;
  }

  function wakeLater() {
    waking = setTimeout(() => {
      waking = null;
      if (isHeld()) wakeLater();
      else wakeNow();
    }, wakeDelayMs);
  }

  function wakeNow() {
    isWoken = true;
    endSleep();
  }

  return {
    /** The kinds of job that it runs; none before it is started. */
    jobKinds: jobKinds as readonly JobKind[],
    start: (kinds: readonly JobKind[]): void => {
      jobKinds.push(...kinds);
      lastTickAt = now();
      loop = run();
    },
    /** Call it after a job was enqueued. Several calls in a short time cause one tick, once they end. */
    wake: (): void => {
      const at = performance.now();
      if (at - wokenAt >= wakeDelayMs) burstSince = at;
      wokenAt = at;
      if (waking === null) wakeLater();
    },
    /** When it last looked for due jobs. */
    lastTickAt: (): number => lastTickAt,
    /** Leases no more jobs, lets running ones finish, and aborts those that do not within `graceMs`. */
    stop: async (graceMs = defaultGraceMs): Promise<void> => {
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
