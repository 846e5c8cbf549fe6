import type { AddressInfo } from 'node:net';
import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { reading } from '#server/core/observability/reading.ts';
import { type CanaryTrouble, canaryAlarms } from './canary-alarms.ts';
import { canaryJob } from './canary-job.ts';
import { beginRun, type CanaryFailure, endRun, lastRuns, maxRuns, mustNotify } from './canary-runs.ts';
import { traceClaim } from './canary-trace.ts';
import { notifyOwners, rememberOwners } from './notify-owners.ts';

/** How often this process looks whether a run is due. */
const lookEveryMs = minute / 2;

/** Of a store that cannot be written to no run is known: these are counted by this process. */
const countEveryMs = 5 * minute;

const stateOf = perApp(() => ({
  timer: undefined as NodeJS.Timeout | undefined,
  isRunning: false,
  isClosed: false,
  /** Failures of the store that no run could be noted for. */
  unstored: null as { count: number; since: number; at: number; detail: string } | null,
  /** Whether no message about the failures that last was accepted. */
  isUnnotified: false,
}));

/**
 * The canary: a claim that the product sends itself every five minutes, the whole way from its own endpoint to the mail server or back from the
 * mailbox, and which is stored as any other and removed in the same transaction, so that nothing lists, counts or reports it. This process runs
 * it, not the worker, because the worker is part of what it tests. Sends a claim where one is due, and notifies owners when two in a row have failed. Returns whether one was sent.
 */
export async function runCanary(app: App, url: string): Promise<boolean> {
  const state = stateOf(app);
  if (state.isRunning) return false;
  state.isRunning = true;
  try {
    const id = await beginRun(app);
    if (id === null) {
      await forgetUnstored(app);
      return false;
    }
    await rememberOwners(app);
    const failure = await traceClaim(app, id, url);
    await endRun(app, id, failure);
    state.unstored = null;
    if (failure) await noteFailure(app, id, failure);
    else state.isUnnotified = false;
    return true;
  } catch (error) {
    // The store closes with the process, under a run that goes on.
    if (!state.isClosed) await noteUnstored(app, errorMessage(error));
    return true;
  } finally {
    state.isRunning = false;
  }
}

/** Another instance may have ended a run since. That one could begin says nothing: the store may fail before its end. */
async function forgetUnstored(app: App): Promise<void> {
  const state = stateOf(app);
  if (state.unstored === null) return;
  const [last] = await lastRuns(app, 1);
  if ((last?.ended_at ?? 0) > state.unstored.at) state.unstored = null;
}

async function noteFailure(app: App, id: string, failure: CanaryFailure): Promise<void> {
  const state = stateOf(app);
  app.log.error('canary failed', { step: failure.step, detail: failure.detail });
  const last = await lastRuns(app, maxRuns);
  if (mustNotify(last) || (state.isUnnotified && last[1]?.failed_step))
    state.isUnnotified = (await notifyOwners(app, id, failure)) === 0;
}

async function noteUnstored(app: App, detail: string): Promise<void> {
  const state = stateOf(app);
  const at = app.now();
  const { unstored } = state;
  if (unstored && Math.abs(at - unstored.at) < countEveryMs) return;
  const count = (unstored?.count ?? 0) + 1;
  state.unstored = { count, since: unstored?.since ?? at, at, detail };
  app.log.error('canary failed', { step: 'store', detail });
  if (count === 2 || (state.isUnnotified && count > 2))
    state.isUnnotified = (await notifyOwners(app, `store-${at}`, { step: 'store', detail })) === 0;
}

async function trouble(app: App): Promise<CanaryTrouble | null> {
  const { unstored } = stateOf(app);
  if (!app.env.canary) return null;
  if (unstored) return unstored.count < 2 ? null : { step: 'store', detail: unstored.detail, since: unstored.since };
  const [last, before] = await lastRuns(app, 2);
  if (!last?.failed_step || !before?.failed_step) return null;
  return { step: last.failed_step, detail: last.detail ?? '', since: before.begun_at };
}

/** Begins the schedule, once the port is open. */
export function startCanary(app: App, address: AddressInfo | string | null): void {
  if (!app.env.canary || address === null || typeof address === 'string') return;
  const url = urlOf(address);
  stateOf(app).timer = setInterval(() => void runCanary(app, url), lookEveryMs).unref();
}

const lastEnded = async (app: App) => (app.env.canary ? (await lastRuns(app, 1))[0] : undefined);

export const canaryModule: Module = {
  jobs: [canaryJob],
  alarms: canaryAlarms(trouble),
  metrics: [
    reading('kerbside_canary_ok', 'Whether the last claim that the site sent itself went the whole way.', async (app) => {
      const last = await lastEnded(app);
      return last && (last.failed_step === null ? 1 : 0);
    }),
    reading('kerbside_canary_seconds', 'How long that claim took for the whole way.', async (app) => {
      const last = await lastEnded(app);
      const end = last?.failed_step === null ? (last.arrived_at ?? last.sent_at) : null;
      return last && end !== null ? (end - last.begun_at) / 1_000 : null;
    }),
  ],
  close: (app) => {
    const state = stateOf(app);
    state.isClosed = true;
    clearInterval(state.timer);
    app.mail.canary.close();
  },
};

/** Where this process reaches its own port. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}
