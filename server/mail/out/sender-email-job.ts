import { day, hour } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { defineJob, type JobResult, type LeasedJob } from '#server/core/jobs/define-job.ts';
import { keepLeases } from '#server/core/jobs/run-job.ts';
import { withoutLinkTokens } from '#server/core/observability/log.ts';
import { breakerOf } from './circuit-breaker.ts';
import { whyNotSent } from './define-email.ts';
import { emailKind, emailSubject, kindOf, notSent, senderAddress, senderEmailKind } from './email-store.ts';
import { type Delivery, maxLate, senderConnections } from './mailer.ts';
import { addressesOf } from './open-mailer.ts';
import { countUnknown, leaseMs, nextAttemptAt, resultOfUnknown } from './retry-schedule.ts';
import { writeEmail } from './write-email.ts';

/** One that could not be sent within this time is given up: the sender should have been contacted by then. */
const giveUpAfterMs = day;

/** How long it lets the emails to the team go first: its claimant waits for it. */
const waitsForOthersMs = 5_000;

/**
 * The job that sends emails to senders of a form: a kind of its own, so that it never delays an email to the team, and never counts
 * as one that failed. Whatever becomes of it, it is finished, and the desk shows the outcome: `sent`, `refused`, `not sent`,
 * `perhaps not delivered`.
 */
export const senderEmailJob = defineJob({
  kind: senderEmailKind,
  title: 'Emails to senders',
  concurrency: senderConnections + maxLate,
  leaseMs,
  maxWaitMs: hour,
  retry: (job, now, notBefore) => nextAttemptAt(job, now, Math.random, notBefore),
  handle: async (job, { signal }, app) => {
    const reason = reasonNotToSend(app, job);
    return reason === null ? send(app, job, signal) : giveUp(app, job, reason);
  },
  after: { kinds: [emailKind], atMostMs: waitsForOthersMs },
  gate: {
    // The state of the mail server is found out with the other emails, not with these.
    prepare: async () => {},
    // What is deferred may be the mailbox of the team alone.
    capacity: (app) =>
      (['ready', 'deferring'].includes(breakerOf(app).state().server) ? senderConnections : 0) + app.mail.senders.late(),
    nextCheckAt: () => Number.POSITIVE_INFINITY,
  },
  onSettled: ({ id, template, attempts }, { attempt }, isHeldStill, { metrics, log }) => {
    const outcome = attempt?.outcome ?? 'released';
    metrics.senderEmails.inc({ outcome });
    log.info('email to sender', { template, email: id, attempts, outcome: isHeldStill ? outcome : 'lease lost' });
  },
});

function reasonNotToSend(app: App, { template, recipient, createdAt }: LeasedJob): string | null {
  if (app.now() - createdAt >= giveUpAfterMs) return 'A day has passed.';
  if (recipient === null) return 'There is no address.';
  const kind = kindOf(app, template);
  return app.env.acknowledge || (kind?.to === 'sender' && kind.isAlwaysSent) ? null : 'ACKNOWLEDGE is off.';
}

async function send(app: App, job: LeasedJob, signal: AbortSignal): Promise<JobResult> {
  const submission = job.subjectId === null ? null : await emailSubject(app, job);
  // The submission was erased after the lease, and the job with it.
  if (!submission) return notSent('Its submission is not in the store.');
  // It has the private link, and the address was somebody else's or was mistyped.
  if (senderAddress(submission) !== job.recipient) return notSent('The email address was changed since.');
  const emailKind = kindOf(app, job.template);
  const reason = whyNotSent(emailKind, submission);
  if (reason !== null) return notSent(reason);
  if (!emailKind) throw new Error(`There is no email named ${job.template}.`);
  const message = writeEmail({ ...job, kind: emailKind, submission }, addressesOf(app), neverEncrypted, app.linkOf);
  const { kind, reply } = await keepLeases(app, [job], leaseMs, () => app.mail.senders.send(message, signal));
  if (signal.aborted && kind !== 'sent' && kind !== 'unknown') return { kind: 'released', attempt: null };
  const attempt = { outcome: kind, detail: withoutLinkTokens(reply) };
  if (kind === 'sent') return { kind: 'done', attempt };
  if (await isRefused(app, kind)) return { kind: 'done', attempt: { ...attempt, outcome: 'refused' } };
  if (kind === 'unknown')
    return (
      (await resultOfUnknown(app, job, attempt)) ?? { kind: 'done', attempt: { ...attempt, outcome: 'perhaps not delivered' } }
    );
  const isLast = (nextAttemptAt(job, app.now()) ?? Number.POSITIVE_INFINITY) >= job.createdAt + giveUpAfterMs;
  return isLast ? giveUp(app, job, attempt.detail) : { kind: 'retry', attempt };
}

/** It was not sent, unless an earlier attempt had no answer: then the claimant may have it. */
async function giveUp(app: App, job: LeasedJob, detail: string): Promise<JobResult> {
  return (await countUnknown(app, job)) === 0
    ? notSent(detail)
    : { kind: 'done', attempt: { outcome: 'perhaps not delivered', detail } };
}

/**
 * Whether a refusal is about the recipient. Many servers refuse a recipient with the same response that others give to a wrong
 * login or sender, so it is taken to be about the recipient as long as our login is accepted.
 */
async function isRefused(app: App, kind: Delivery['kind']): Promise<boolean> {
  return (
    kind === 'refused' || ((kind === 'denied' || kind === 'misconfigured') && (await app.mail.senders.check()).kind === 'ready')
  );
}

function neverEncrypted(): never {
  throw new Error('An email to a sender has no details.');
}
