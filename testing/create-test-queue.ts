import { onTestFinished } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { JobKind } from '#server/jobs/define-job.ts';
import { createJobQueue, enqueue } from '#server/jobs/queue.ts';
import { createWorker } from '#server/jobs/worker.ts';
import { createLog } from '#server/observability/log.ts';
import { setClock } from './databases.ts';

/** A queue on a store of its own, whose clock stands still until it is put forward, and workers on it. */
export async function createTestQueue(database: Database, start: number) {
  const clock = { time: start };
  const now = () => clock.time;
  await setClock(database, start);
  const queue = createJobQueue(database);
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  return {
    database,
    queue,
    now,
    forward: (ms: number) => {
      clock.time += ms;
      return setClock(database, clock.time);
    },
    startWorker: (jobKinds: JobKind[], through = queue) => {
      const worker = createWorker({ queue: through, log, now });
      worker.start(jobKinds);
      onTestFinished(() => worker.stop(0));
      return worker;
    },
    add: (kind: string) => database.write((tx) => enqueue(tx, [{ kind, createdAt: clock.time }])),
    lease: async (jobKind: JobKind, limit = 1) => (await queue.lease(jobKind, clock.time, limit)).leased,
    rows: () => database.read((db) => db.selectFrom('jobs').selectAll().execute()),
    attempts: () => database.read((db) => db.selectFrom('job_attempts').selectAll().orderBy('at').execute()),
    log: () => lines.join(''),
  };
}
