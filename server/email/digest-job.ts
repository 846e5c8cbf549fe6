import type { JobKind, JobResult, LeasedJob } from '#server/jobs/define-job.ts';
import { repeatWhileLeased, resultOfError } from '#server/jobs/run-job.ts';
import { errorMessage, type Log } from '#server/observability/log.ts';
import { partsOf } from './define-email.ts';
import type { DigestStore } from './digest-store.ts';

/** The most submissions in one digest: more would be cut off by mail programs. */
const maxListed = 200;

/** Sends these e-mails, several as one; returns what became of each, by its id. */
type SendTogether = (jobs: LeasedJob[], signal: AbortSignal) => Promise<Map<string, JobResult>>;

/**
 * E-mails that leave together: every one that waits for the same recipient is taken over by the first that is due, and listed in one
 * e-mail. Each keeps a job of its own, with its attempts and its place in the desk, so that none is lost with the others.
 */
export function createDigests(services: { store: DigestStore; send: SendTogether; log: Log; now: () => number }) {
  const { store, send, log, now } = services;
  type Batch = { jobs: LeasedJob[]; results: Promise<Map<string, JobResult>> };
  const batches = new Map<string, Batch>();

  return {
    /** Sends a leased job together with the others. Those that this process has leased at the same time join in. */
    send: async (jobKind: JobKind, job: LeasedJob, signal: AbortSignal): Promise<JobResult> => {
      const key = `${partsOf(job.template).name} ${job.recipient}`;
      let batch = batches.get(key);
      if (!batch) {
        const jobs: LeasedJob[] = [];
        batch = { jobs, results: sendAll(jobKind, key, jobs, job, signal) };
        batches.set(key, batch);
      }
      batch.jobs.push(job);
      const result = (await batch.results).get(job.id);
      if (!result) throw new Error('The email was left out of its digest.');
      return result;
    },
  };

  async function sendAll(jobKind: JobKind, key: string, leased: LeasedJob[], first: LeasedJob, signal: AbortSignal) {
    const others = { template: partsOf(first.template).name, recipient: first.recipient };
    const taken = await store.takeWaiting(jobKind, others, now(), maxListed).finally(() => batches.delete(key));
    const all = [...leased, ...taken];
    const results = await send(all, signal).catch((error: unknown) => {
      const failed = resultOfError(error, signal);
      return new Map(all.map(({ id }) => [id, failed]));
    });
    await settleTaken(jobKind, taken, results, signal);
    return results;
  }

  /** A failure concerns only those that were taken: the jobs of this process are settled each by itself, with what became of them. */
  async function settleTaken(jobKind: JobKind, taken: LeasedJob[], results: Map<string, JobResult>, signal: AbortSignal) {
    const [first] = taken;
    if (!first) return;
    await repeatWhileLeased(first, signal, now, () => store.settleTaken(jobKind, taken, results, now())).catch((error: unknown) =>
      log.error('digest not settled', { emails: taken.length, error: errorMessage(error) }),
    );
  }
}
