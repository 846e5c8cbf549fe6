import { onTestFinished } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { lease } from '#server/jobs/queue.ts';
import { runJob } from '#server/jobs/run-job.ts';
import { createMetrics } from '#server/observability/metrics.ts';
import { openPush } from '#server/push/open-push.ts';
import type { PushMessage } from '#server/push/post-push.ts';
import type { Resolve } from '#server/push/push-hosts.ts';
import type { StaffMember } from '#server/staff/staff-member.ts';
import { createTestDesk } from './create-test-desk.ts';
import { openPushServer, type PushServer } from './push-server.ts';

/** A desk whose staff are told by a push service on loopback, and what sends to it. */
export async function createTestPush(database: Database, options: { resolve?: Resolve; siteUrl?: string } = {}) {
  const desk = await createTestDesk(database);
  const service = await openPushServer();
  onTestFinished(service.close);
  const metrics = createMetrics();
  const push = openPush({
    database,
    audit: desk.audit,
    metrics,
    log: desk.logger,
    siteUrl: options.siteUrl ?? 'https://kerbside.example',
    pushHosts: [service.host],
    wakeWorker: () => {},
    now: desk.now,
    ca: service.ca,
    ...(options.resolve && { resolve: options.resolve }),
  });
  service.expectKey(await push.publicKey());
  const [sending] = push.jobs;
  if (!sending) throw new Error('There is no job that sends.');

  return {
    ...desk,
    push,
    service,
    metrics,
    /** Has a new browser of this member of staff told; returns its address. */
    tell: async (
      staff: StaffMember,
      { sessionId = 'session', at = service as Pick<PushServer, 'subscribe'>, host = '' } = {},
    ) => {
      const target = host ? at.subscribe(host) : at.subscribe();
      if (!(await push.browsers.add({ staff, sessionId }, target, 'Test browser'))) throw new Error('It was refused.');
      return target.endpoint;
    },
    /** Stores a message that is of use for so long. */
    send: (to: StaffMember[], message: PushMessage, forMs = 600_000) =>
      database.write((tx) =>
        push.add(
          tx,
          { ...message, until: desk.clock.time + forMs },
          to.map(({ id }) => id),
        ),
      ),
    /** Runs what is due; returns how each ended. */
    runDue: async (): Promise<string[]> => {
      const outcomes: string[] = [];
      const { leased } = await lease(desk.app, sending, 100);
      for (const job of leased) {
        const { result } = await runJob(desk.app, sending, job, new AbortController().signal);
        outcomes.push(result.kind === 'done' ? (result.attempt?.outcome ?? '') : result.kind);
      }
      return outcomes;
    },
  };
}
