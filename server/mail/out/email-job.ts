import { sql } from 'kysely';
import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';
import { domainKey } from '#server/core/email-address.ts';
import { defineJob, type JobKind, type JobResult, type LeasedJob, type Settlement } from '#server/core/jobs/define-job.ts';
import { keepLeases } from '#server/core/jobs/run-job.ts';
import { createTurns } from '#server/core/jobs/turns.ts';
import { errorMessage, withoutAnswers, withoutLinkTokens } from '#server/core/observability/log.ts';
import { breakerOf } from './circuit-breaker.ts';
import { type EmailKind, type TeamEmailKind, titleOf, whyNotSent } from './define-email.ts';
import { sendInDigest } from './digest-job.ts';
import type { EmailContent } from './email-content.ts';
import { cipherOf, emailKind, emailSubject, isAnyWaiting, isNobodys, kindOf, notSent, readOverview } from './email-store.ts';
import { recipientsInstead } from './former-recipients.ts';
import { type Delivery, type Mailbox, type Message, maxConnections, maxLate } from './mailer.ts';
import { addressesOf } from './open-mailer.ts';
import { leaseMs, maxWaitMs, nextAttemptAt, resultOfUnknown } from './retry-schedule.ts';
import { type EmailSubject, type SubmissionsEmail, writeDigest, writeEmail } from './write-email.ts';

/** `subjects`: the submissions of the emails that are being sent, for the log: it gets their references, and nothing that visitors typed. */
const stateOf = perApp(() => ({
  subjects: new Map<string, EmailSubject>(),
  nextTurn: createTurns(),
  isChecking: false,
}));

/** The job that sends emails. */
export const emailJob: JobKind = defineJob({
  kind: emailKind,
  title: 'Emails',
  // Each email has a connection of its own, so that one that hangs does not delay the others.
  concurrency: maxConnections + maxLate,
  // Of those that wait for the end of an outage, one that has not been attempted is the better probe.
  order: [sql`case when last_outcome = 'deferred' then 1 else 0 end`],
  leaseMs,
  maxWaitMs,
  retry: (job, now, notBefore) => nextAttemptAt(job, now, Math.random, notBefore),
  isPayloadSecret: true,
  titleOf: (template, app) => titleOf(app.emailKinds, template),
  isWatchedElsewhere: true,
  canRunAgain: ({ subjectId }) => subjectId !== null,
  handle: async (job, { signal }, app) => {
    if (await isNobodys(app, job))
      return {
        ...notSent(`${job.recipient} is neither in MAIL_TO nor an account's any more.`),
        alsoFor: await recipientsInstead(app, job),
      };
    if (digestOf(app, job)) return sendInDigest(app, job, signal, { jobKind: emailJob, send: sendTogether });
    const kind = kindOf(app, job.template);
    const overview = kind?.to === 'overview' ? await readOverview(app, kind, job) : undefined;
    if (overview === null) return notSent('Nothing is left to tell.');
    const submission = await subjectOf(app, job);
    return notToSend(job, kind, submission) ?? resultOf(app, job, await send(app, job, submission, signal, overview), signal);
  },
  // Sends no emails while the circuit is open, and probes a mail server that does not work.
  gate: {
    prepare: async (wake, app) => {
      const state = stateOf(app);
      if (!state.isChecking && breakerOf(app).isProbeDue() && !(await isProbedWithEmail(app))) void check(app, wake);
    },
    // Those that wait for a late answer keep their connections, and none of the others waits for that.
    capacity: (app) => breakerOf(app).capacity(maxConnections) + app.mail.team.late(),
    // When a probe is due with an email, and when a check takes its place. A check wakes the worker at its end.
    nextCheckAt: (app) => {
      const probeAt = breakerOf(app).probeAt();
      return [probeAt, probeAt + minute].find((at) => at > app.now()) ?? Number.POSITIVE_INFINITY;
    },
  },
  onSettled: (job, settlement, isHeld, app) => {
    report(app, job, settlement, isHeld);
    stateOf(app).subjects.delete(job.id);
  },
});

/** Checks the mail server. A process that stops does not wait for this, because nothing depends on it. */
async function check(app: App, wake: () => void): Promise<void> {
  const state = stateOf(app);
  state.isChecking = true;
  breakerOf(app).record(await app.mail.team.check());
  state.isChecking = false;
  wake();
}

/**
 * Only an email shows whether our sender is accepted. A check shows whether our login is: where none waits, or none has been sent for
 * a minute since the probe was due, because it cannot be written.
 */
async function isProbedWithEmail(app: App): Promise<boolean> {
  const breaker = breakerOf(app);
  return breaker.state().circuit === 'half-open' && app.now() - breaker.probeAt() < minute && (await isAnyWaiting(app));
}

/** The kind of an email that leaves with others; null for any other. */
function digestOf(app: App, { template }: Pick<LeasedJob, 'template'>): TeamEmailKind | null {
  const kind = kindOf(app, template);
  return kind?.to === 'team' && kind.digest !== null ? kind : null;
}

async function subjectOf(app: App, job: LeasedJob): Promise<EmailSubject | null> {
  const submission = job.subjectId === null ? null : await emailSubject(app, job);
  if (submission) stateOf(app).subjects.set(job.id, submission);
  return submission;
}

/** Sends several emails of one kind as one, without those that are no longer wanted; a single one is sent as it is. */
async function sendTogether(app: App, jobs: LeasedJob[], signal: AbortSignal): Promise<Map<string, JobResult>> {
  const results = new Map<string, JobResult>();
  const emails: SubmissionsEmail[] = [];
  for (const job of jobs) {
    const submission = await subjectOf(app, job);
    const reason = notToSend(job, kindOf(app, job.template), submission);
    if (reason) results.set(job.id, reason);
    else if (submission) emails.push({ ...job, submission });
  }
  const [only, ...others] = emails;
  const digest = only && digestOf(app, only);
  if (!only || !digest) return results;
  const single = jobs.find(({ id }) => id === only.id);
  const delivery =
    others.length === 0 && single
      ? await send(app, single, only.submission, signal)
      : await deliver(
          app,
          { id: only.id, jobs },
          () => writeDigest(digest, emails, addressesOf(app)),
          emails.map(({ submission }) => submission),
          signal,
        );
  for (const job of jobs) if (!results.has(job.id)) results.set(job.id, await resultOf(app, job, delivery, signal));
  return results;
}

function send(app: App, job: LeasedJob, submission: EmailSubject | null, signal: AbortSignal, overview?: EmailContent) {
  const write = () => {
    const kind = kindOf(app, job.template);
    if (!kind) throw new Error(`There is no email named ${job.template}.`);
    return writeEmail({ ...job, kind, submission, overview }, addressesOf(app), cipherOf(app).decrypt);
  };
  return deliver(app, { id: job.id, jobs: [job] }, write, submission ? [submission] : [], signal);
}

async function deliver(
  app: App,
  { id, jobs }: { id: string; jobs: LeasedJob[] },
  write: () => Message,
  about: EmailSubject[],
  signal: AbortSignal,
): Promise<Delivery> {
  // Writing one takes milliseconds.
  await stateOf(app).nextTurn();
  let message: Message;
  try {
    message = write();
  } catch (error) {
    // The fault is in our code: the email waits for a version that can write it.
    return { kind: 'deferred', reply: `It could not be written: ${errorMessage(error)}` };
  }
  const breaker = breakerOf(app);
  const result = await keepLeases(app, jobs, leaseMs, () => app.mail.team.send(message, signal));
  // A mail server may quote the email in its response, which is stored.
  const delivery = { ...result, reply: withoutLinkTokens(result.reply) };
  if (signal.aborted) return delivery;
  // A server that refuses each recipient in another way says something about them, and not about itself.
  if (delivery.kind !== 'sent' && delivery.sendSeparately) return delivery;
  // One that gets no answer may be the cause itself: then a check is answered.
  if (delivery.kind === 'unreachable') breaker.record(await app.mail.team.check());
  else {
    const reply = about.reduce((text, submission) => withoutAnswers(text, typedIn(submission)), delivery.reply);
    breaker.record({ ...delivery, reply }, { id, domains: domainsOf(message.to) });
  }
  // So may one of its recipients, for whom the server answers later or ends the connection: the others do not wait for them.
  const mayBeTheirs = delivery.kind === 'deferred' || (delivery.kind === 'unreachable' && breaker.state().server === 'ready');
  return mayBeTheirs && message.to.length > 1
    ? { ...delivery, sendSeparately: message.to.map(({ address }) => address) }
    : delivery;
}

function report(app: App, { id, subjectId, template, attempts, createdAt }: LeasedJob, settlement: Settlement, isHeld: boolean) {
  const { log, metrics } = app;
  const submission = stateOf(app).subjects.get(id);
  const { attempt } = settlement;
  const reply = withoutAnswers(attempt?.detail ?? 'The process ends.', typedIn(submission));
  const facts = { reference: submission?.reference, template, email: id, attempts };
  // The submission was erased in the meantime, so there is nothing to log.
  if (!isHeld && subjectId !== null && !submission) return;
  if (!isHeld) return log.warn('lease lost', { ...facts, outcome: settlement.kind });
  if (attempt?.outcome === 'not sent') return log.info('email not sent', { ...facts, reply });
  if (settlement.kind === 'finished') {
    metrics.emailsSent.inc();
    metrics.timeToMailServer.observe((settlement.at - createdAt) / 1_000);
    return log.info('email sent', facts);
  }
  if (settlement.kind === 'failed') {
    metrics.emailsFailed.inc();
    return log.error('email failed', { ...facts, reply });
  }
  metrics.emailsRetried.inc();
  const until = settlement.kind === 'waits' ? new Date(settlement.until).toISOString() : null;
  log.warn('email deferred', { ...facts, outcome: attempt?.outcome ?? null, reply, until });
}

async function resultOf(
  app: App,
  job: LeasedJob,
  { kind, reply, sendSeparately }: Delivery,
  signal: AbortSignal,
): Promise<JobResult> {
  const attempt = { outcome: kind, detail: reply };
  if (kind === 'sent') return { kind: 'done', attempt, alsoFor: sendSeparately };
  if (sendSeparately)
    return {
      ...notSent(`The mail server took it for none of its addresses, so each has an email of its own: ${reply}`),
      alsoFor: sendSeparately,
    };
  // Whatever the cause, such an attempt counts: the recipient may have the email.
  if (kind === 'unknown') return (await resultOfUnknown(app, job, attempt)) ?? { kind: 'failed', attempt };
  if (signal.aborted) return { kind: 'released', attempt: null };
  const { server } = breakerOf(app).state();
  // The server is the cause, so the attempt does not count.
  if (kind !== 'refused' && server !== 'ready')
    return { kind: 'released', attempt: { ...attempt, outcome: server === 'misconfigured' ? server : kind } };
  return { kind: kind === 'refused' ? 'failed' : 'retry', attempt };
}

/** Why an email about a submission is not sent; null where it is. */
function notToSend({ subjectId }: LeasedJob, kind: EmailKind | null, submission: EmailSubject | null): JobResult | null {
  // The submission was erased after the lease, and the job with it. Should the job still be there, it must not run again and again.
  if (subjectId !== null && !submission)
    return { kind: 'failed', attempt: { outcome: 'refused', detail: 'Its submission is not in the store.' } };
  const reason = submission && whyNotSent(kind, submission);
  return reason === null ? null : notSent(reason);
}

/** The domains of the addresses that an email goes to. */
function domainsOf(to: Mailbox[]): string[] {
  return to.map(({ address }) => domainKey(address.slice(address.lastIndexOf('@') + 1)));
}

/** What a visitor typed that is part of an email: a mail server may quote it. */
function typedIn(submission: EmailSubject | null | undefined): Record<string, string> {
  const messages = submission?.reading?.messages ?? [];
  return { ...submission?.data, ...Object.fromEntries(messages.map((text, index) => [`message ${index}`, text])) };
}
