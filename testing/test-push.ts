import { onTestFinished } from 'vitest';
import type { App, Resolve } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { lease } from '#server/core/jobs/queue.ts';
import { runJob } from '#server/core/jobs/run-job.ts';
import type { PushMessage } from '#server/people/push/post-push.ts';
import { pushOf } from '#server/people/push/push.ts';
import { addPushes, pushJobs } from '#server/people/push/push-job.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { createTestDesk } from './create-test-desk.ts';
import { openPushServer, type PushServer } from './push-server.ts';

/** A desk whose staff are told by a push service on loopback, and what sends to it. */
export async function createTestPush(database: Database, options: { resolve?: Resolve; siteUrl?: string } = {}) {
  const desk = await createTestDesk(database);
  const service = await openPushServer();
  onTestFinished(service.close);
  service.trustHere();
  const { siteUrl = desk.app.env.siteUrl, resolve = desk.app.resolve } = options;
  const app: App = { ...desk.app, resolve, env: { ...desk.app.env, siteUrl, pushHosts: [service.host] } };
  const push = pushOf(app);
  service.expectKey(await push.publicKey());
  const [sending] = pushJobs;

  return {
    ...desk,
    push,
    service,
    /** Has a new browser of this member of staff told; returns its address. */
    tell: async (
      staff: StaffMember,
      { sessionId = 'session', at = service as Pick<PushServer, 'subscribe'>, host = '' } = {},
    ) => {
      const target = host ? at.subscribe(host) : at.subscribe();
      if (!(await push.addBrowser({ staff, sessionId }, target, 'Test browser'))) throw new Error('It was refused.');
      return target.endpoint;
    },
    /** Stores a message that is of use for so long. */
    send: (to: StaffMember[], message: PushMessage, forMs = 600_000) =>
      database.write((tx) => {
        const until = desk.clock.time + forMs;
        return addPushes(
          app,
          tx,
          { ...message, until },
          to.map(({ id }) => id),
        );
      }),
    /** Runs what is due; returns how each ended. */
    runDue: async (): Promise<string[]> => {
      const outcomes: string[] = [];
      const { leased } = await lease(app, sending, 100);
      for (const job of leased) {
        const { result } = await runJob(app, sending, job, new AbortController().signal);
        outcomes.push(result.kind === 'done' ? (result.attempt?.outcome ?? '') : result.kind);
      }
      return outcomes;
    },
  };
}
