import { minute } from '#forms/durations.ts';
import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Tx } from '#server/database/schema.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import { createPostPush, type PushMessage } from './post-push.ts';
import type { Resolve } from './push-hosts.ts';
import { addPushes, browsersOf, createPushJobs, targetOf } from './push-job.ts';
import { createPushKeys } from './push-keys.ts';
import { type Asking, createSubscriptions } from './subscriptions.ts';

export type Push = ReturnType<typeof openPush>;

/** Adds a message to the browsers of these members of staff, in a transaction; returns to how many. */
type AddPushes = (tx: Tx, message: PushMessage & { until: number }, to: string[]) => Promise<number>;

/** For how long a browser that is asleep may still get the message that its owner sends to try it. */
const testMs = 5 * minute;

/** Web Push for staff: which of their browsers are told, and what tells them. */
export function openPush(services: {
  database: Database;
  audit: Audit;
  metrics: Pick<Metrics, 'counter'>;
  log: Log;
  siteUrl: string;
  /** Further hosts of push services, with their ports. */
  pushHosts: readonly string[];
  wakeWorker: () => void;
  now: () => number;
  resolve?: Resolve;
  ca?: string;
}) {
  const { database, log, siteUrl, pushHosts: ownHosts, wakeWorker, now, resolve, ca } = services;
  const keys = createPushKeys(services);
  // A store that cannot be written to at this moment has its keys made when they are first asked for.
  keys().catch((error: unknown) => log.warn('push keys not made', { error: errorMessage(error) }));
  const postPush = createPostPush({ keys, contact: siteUrl, ownHosts, resolve, ca });
  const add: AddPushes = (tx, message, to) => addPushes(tx, message, { to, at: now(), site: siteUrl });

  return {
    browsers: createSubscriptions({ ...services, ownHosts }),
    /** Sends a message at once, without the queue, to all browsers of these members of staff; returns how many push services took it. */
    sendNow: async ({ until, ...message }: PushMessage & { until: number }, to: string[]): Promise<number> => {
      const at = now();
      const targets = await database.read(async (db) => {
        const ids = await browsersOf(db, { to, at, site: siteUrl });
        return Promise.all(ids.map((id) => targetOf(db, id)));
      });
      const ttlSeconds = Math.floor((until - at) / 1_000);
      const signal = new AbortController().signal;
      const answers = await Promise.all(targets.map((target) => target && postPush(target, message, ttlSeconds, signal)));
      return answers.filter((answer) => answer?.kind === 'taken').length;
    },
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    add,
    /** Sends a message to all browsers of somebody who wants to see that it works; returns to how many. */
    sendTest: async ({ staff }: Pick<Asking, 'staff'>): Promise<number> => {
      const count = await database.write((tx) => add(tx, { kind: 'test', count: 0, until: now() + testMs }, [staff.id]));
      wakeWorker();
      return count;
    },
    jobs: createPushJobs({ ...services, postPush }),
  };
}
