import { type App, perApp } from '#server/core/app.ts';
import type { JobKind, JobResult, LeasedJob } from '#server/core/jobs/define-job.ts';
import { repeatWhileLeased, resultOfError } from '#server/core/jobs/run-job.ts';
import { errorMessage } from '#server/core/observability/log.ts';
import { settleTaken, takeWaiting } from './digest-store.ts';

/** The most submissions in one digest: more would be cut off by mail programs. */
const maxListed = 200;

/** How a job of this kind sends several emails as one; returns what became of each, by its id. */
type Sending = {
  jobKind: JobKind;
  send: (app: App, jobs: LeasedJob[], signal: AbortSignal) => Promise<Map<string, JobResult>>;
};

type Batch = { jobs: LeasedJob[]; results: Promise<Map<string, JobResult>> };

const batchesOf = perApp(() => new Map<string, Batch>());

/**
 * Sends a leased job together with the others: every email that waits for the same recipient is taken over by the first that is due, and
 * listed in one. Those that this process has leased at the same time join in. Each keeps a job of its own, with its attempts and its place
 * in the desk, so that none is lost with the others.
 */
export async function sendInDigest(app: App, job: LeasedJob, signal: AbortSignal, sending: Sending): Promise<JobResult> {
  const batches = batchesOf(app);
  const key = `${job.template} ${job.recipient}`;
  let batch = batches.get(key);
  if (!batch) {
    const jobs: LeasedJob[] = [];
    batch = { jobs, results: sendAll(app, key, jobs, job, signal, sending) };
    batches.set(key, batch);
  }
  batch.jobs.push(job);
  const result = (await batch.results).get(job.id);
  if (!result) throw new Error('The email was left out of its digest.');
  return result;
}

async function sendAll(
  app: App,
  key: string,
  leased: LeasedJob[],
  first: LeasedJob,
  signal: AbortSignal,
  { jobKind, send }: Sending,
) {
  const others = { template: first.template ?? '', recipient: first.recipient };
  const taken = await takeWaiting(app, jobKind, others, maxListed).finally(() => batchesOf(app).delete(key));
  const all = [...leased, ...taken];
  const results = await send(app, all, signal).catch((error: unknown) => {
    const failed = resultOfError(error, signal);
    return new Map(all.map(({ id }) => [id, failed]));
  });
  await settleAll(app, jobKind, taken, results, signal);
  return results;
}

/** A failure concerns only those that were taken: the jobs of this process are settled each by itself, with what became of them. */
async function settleAll(
  app: App,
  jobKind: JobKind,
  taken: LeasedJob[],
  results: Map<string, JobResult>,
  signal: AbortSignal,
): Promise<void> {
  const [first] = taken;
  if (!first) return;
  await repeatWhileLeased(first, signal, app.now, () => settleTaken(app, jobKind, taken, results)).catch((error: unknown) =>
    app.log.error('digest not settled', { emails: taken.length, error: errorMessage(error) }),
  );
}
