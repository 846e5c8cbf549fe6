import { minute } from '#forms/durations.ts';
import { type App, bind } from '#server/core/app.ts';
import type { Module } from '#server/core/jobs/module.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { type PushMessage, postPush } from './post-push.ts';
import { addPushes, browsersOf, pushJobs, pushOutcomesOf, targetOf } from './push-job.ts';
import { pushKeys } from './push-keys.ts';
import {
  type Asking,
  addBrowser,
  listBrowsers,
  quietHours,
  removeBrowser,
  renewBrowser,
  setQuietHours,
} from './subscriptions.ts';

/** For how long a browser that is asleep may still get the message that its owner sends to try it. */
const testMs = 5 * minute;

/** Sends a message at once, without the queue, to all browsers of these members of staff; returns how many push services took it. */
export async function pushNow(app: App, { until, ...message }: PushMessage & { until: number }, to: string[]): Promise<number> {
  const targets = await app.db.read(async (db) => {
    const ids = await browsersOf(app, db, to);
    return Promise.all(ids.map((id) => targetOf(db, id)));
  });
  const ttlSeconds = Math.floor((until - app.now()) / 1_000);
  const { signal } = new AbortController();
  const answers = await Promise.all(targets.map((target) => target && postPush(app, target, message, ttlSeconds, signal)));
  return answers.filter((answer) => answer?.kind === 'taken').length;
}

/** Sends a message to all browsers of somebody who wants to see that it works; returns to how many. */
async function sendTest(app: App, { staff }: Pick<Asking, 'staff'>): Promise<number> {
  const message = { kind: 'test', count: 0, until: app.now() + testMs } as const;
  const count = await app.db.write((tx) => addPushes(app, tx, message, [staff.id]));
  app.jobs.wake();
  return count;
}

const operations = {
  publicKey: async (app: App): Promise<string> => (await pushKeys(app)).publicKey,
  sendTest,
  addBrowser,
  renewBrowser,
  removeBrowser,
  listBrowsers,
  quietHours,
  setQuietHours,
};

export type Push = ReturnType<typeof pushOf>;

/** Web Push for staff, as the routes of the desk have it. */
export const pushOf = (app: App) => bind(app, operations);

/** A store that cannot be written to at this moment has its keys made when they are first asked for. */
function startPush(app: App): void {
  pushOutcomesOf(app);
  pushKeys(app).catch((error: unknown) => app.log.warn('push keys not made', { error: errorMessage(error) }));
}

export const pushModule: Module = { jobs: pushJobs, start: startPush };
