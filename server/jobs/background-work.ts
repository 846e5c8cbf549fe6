import type { Audit } from '#server/audit/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import type { Job } from './define-job.ts';
import { createJobOverview, type JobKindView } from './job-overview.ts';

export type { FailedJob, JobKindView } from './job-overview.ts';

/** A failed job, by its id, or recurring work, by its kind. */
export type JobToRun = { again: string } | { now: string };

/** What became of it, with a sentence to show. */
export type JobOutcome = { kind: 'done' | 'refused'; message: string };

/** What happens in the background, for owners to look at and to run again; each on record. */
export function createBackgroundWork(services: {
  database: Database;
  audit: Audit;
  jobs: readonly Job[];
  now: () => number;
  wakeWorker: () => void;
}) {
  const { database, audit, jobs, now, wakeWorker } = services;
  const overview = createJobOverview(database, jobs);

  return {
    kinds: (): Promise<JobKindView[]> => overview.kinds(),

    run: async (staff: StaffMember, asked: JobToRun): Promise<JobOutcome> => {
      const title = await database.write(async (tx) => {
        if ('now' in asked) {
          const job = await overview.runNow(tx, asked.now, now());
          if (job) await audit.recordIn(tx, { actor: staff, action: 'job run now', details: { kind: job.kind } });
          return job?.title;
        }
        const run = await overview.runAgain(tx, asked.again, now());
        if (!run) return undefined;
        const details = { kind: run.job.kind, job: asked.again };
        await audit.recordIn(tx, { actor: staff, action: 'job run again', subjectId: run.subjectId ?? undefined, details });
        return run.job.title;
      });
      if (title === undefined)
        return { kind: 'refused', message: 'It cannot be run again: somebody else did so, or it is gone.' };
      wakeWorker();
      return { kind: 'done', message: `${title}: due now. It runs within half a minute.` };
    },
  };
}
