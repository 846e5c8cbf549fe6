import { sql } from 'kysely';
import { day, minute } from '#forms/durations.ts';
import { defineJob, type Gate, type JobKind, type JobResult, type LeasedJob, type Settlement } from '#server/jobs/define-job.ts';
import { createTurns } from '#server/jobs/turns.ts';
import { errorMessage, type Log, withoutAnswers, withoutLinkTokens } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { type EmailKind, type EmailKinds, notSent, type TeamEmailKind, titleOf, whyNotSent } from './define-email.ts';
import { createDigests } from './digest-job.ts';
import type { DigestStore } from './digest-store.ts';
import type { EmailContent } from './email-content.ts';
import type { DetailsCipher } from './email-details.ts';
import { type EmailStore, emailKind } from './email-store.ts';
import { type Delivery, type Mailer, type Message, maxConnections } from './mailer.ts';
import { type Addresses, type EmailSubject, type SubmissionsEmail, writeDigest, writeEmail } from './write-email.ts';

/** A lease outlasts an attempt and a check of the mail server, so that no second process sends the same e-mail meanwhile. */
const leaseMs = 120_000;

/** The pauses after the first attempts. */
const firstDelaysMs = [10_000, 30_000, 2 * minute];

/** The pause after each later one. Outages are the circuit breaker's: this is for an e-mail that is deferred for reasons of its own. */
const longestDelayMs = 5 * minute;

/** An e-mail is given up after five days, which is longer than a bank-holiday weekend in which nobody looks after the mail server. */
export const giveUpAfterMs = 5 * day;

/** When to retry after a failed attempt; null for never. The longest pause has a jitter of ten per cent, which spreads a backlog. */
export function nextAttemptAt(
  job: Pick<LeasedJob, 'attempts' | 'firstAttemptAt'>,
  now: number,
  random: () => number = Math.random,
): number | null {
  if (now - job.firstAttemptAt >= giveUpAfterMs) return null;
  return now + (firstDelaysMs[job.attempts - 1] ?? longestDelayMs * (0.9 + random() * 0.1));
}

/** The job that sends e-mails. */
export function createEmailJob(services: {
  kindOf: EmailKinds;
  store: EmailStore;
  digestStore: DigestStore;
  mailer: Mailer;
  addresses: Addresses;
  cipher: DetailsCipher;
  breaker: CircuitBreaker;
  log: Log;
  metrics: Metrics;
  now: () => number;
}): JobKind {
  const { kindOf, store, mailer, addresses, cipher, breaker, log, metrics } = services;
  /** The submissions of the e-mails that are being sent, for the log: it gets their references, and nothing that visitors typed. */
  const subjects = new Map<string, EmailSubject>();
  const nextTurn = createTurns();

  const digests = createDigests({ store: services.digestStore, send: sendTogether, log, now: services.now });

  const jobKind = defineJob({
    kind: emailKind,
    title: 'Emails',
    // Each e-mail has a connection of its own, so that one that hangs does not delay the others.
    concurrency: maxConnections,
    // Of those that wait for the end of an outage, one that has not been attempted is the better probe.
    order: [sql`case when last_outcome = 'deferred' then 1 else 0 end`],
    leaseMs,
    maxWaitMs: 2 * longestDelayMs,
    retry: nextAttemptAt,
    isPayloadSecret: true,
    titleOf: (template) => titleOf(kindOf, template),
    isWatchedElsewhere: true,
    canRunAgain: ({ subjectId }) => subjectId !== null,
    handle: async (job, { signal }) => {
      if (digestOf(job)) return digests.send(jobKind, job, signal);
      const kind = kindOf(job.template);
      const overview = kind?.to === 'overview' ? await store.overview(kind, job, services.now(), addresses.siteUrl) : undefined;
      if (overview === null) return notSent('Nothing is left to tell.');
      const submission = await subjectOf(job);
      return notToSend(job, kind, submission) ?? resultOf(await send(job, submission, signal, overview), signal);
    },
    gate: gateOf(services),
    onSettled: (job, settlement, isHeld) => {
      report(job, settlement, isHeld);
      subjects.delete(job.id);
    },
  });
  return jobKind;

  /** The kind of an e-mail that leaves with others; null for any other. */
  function digestOf({ template }: Pick<LeasedJob, 'template'>): TeamEmailKind | null {
    const kind = kindOf(template);
    return kind?.to === 'team' && kind.digest !== null ? kind : null;
  }

  async function subjectOf(job: LeasedJob): Promise<EmailSubject | null> {
    const submission = job.subjectId === null ? null : await store.subject(job);
    if (submission) subjects.set(job.id, submission);
    return submission;
  }

  /** Sends several e-mails of one kind as one, without those that are no longer wanted; a single one is sent as it is. */
  async function sendTogether(jobs: LeasedJob[], signal: AbortSignal): Promise<Map<string, JobResult>> {
    const results = new Map<string, JobResult>();
    const emails: SubmissionsEmail[] = [];
    for (const job of jobs) {
      const submission = await subjectOf(job);
      const reason = notToSend(job, kindOf(job.template), submission);
      if (reason) results.set(job.id, reason);
      else if (submission) emails.push({ ...job, submission });
    }
    const [only, ...others] = emails;
    const digest = only && digestOf(only);
    if (!only || !digest) return results;
    const single = jobs.find(({ id }) => id === only.id);
    const delivery =
      others.length === 0 && single
        ? await send(single, only.submission, signal)
        : await deliver(
            only.id,
            () => writeDigest(digest, emails, addresses),
            emails.map(({ submission }) => submission),
            signal,
          );
    for (const { id } of emails) results.set(id, resultOf(delivery, signal));
    return results;
  }

  function send(job: LeasedJob, submission: EmailSubject | null, signal: AbortSignal, overview?: EmailContent) {
    const write = () => {
      const kind = kindOf(job.template);
      if (!kind) throw new Error(`There is no email named ${job.template}.`);
      return writeEmail({ ...job, kind, submission, overview }, addresses, cipher.decrypt);
    };
    return deliver(job.id, write, submission ? [submission] : [], signal);
  }

  async function deliver(id: string, write: () => Message, about: EmailSubject[], signal: AbortSignal): Promise<Delivery> {
    // Writing one takes milliseconds.
    await nextTurn();
    let message: Message;
    try {
      message = write();
    } catch (error) {
      // The fault is in our code: the e-mail waits for a version that can write it.
      return { kind: 'deferred', reply: `It could not be written: ${errorMessage(error)}` };
    }
    const result = await mailer.send(message, signal);
    // A mail server may quote the e-mail in its response, which is stored.
    const delivery = { ...result, reply: withoutLinkTokens(result.reply) };
    if (signal.aborted) return delivery;
    // One that gets no answer may be the cause itself: then a check is answered.
    if (delivery.kind === 'unreachable') breaker.record(await mailer.check());
    else {
      const reply = about.reduce((text, submission) => withoutAnswers(text, typedIn(submission)), delivery.reply);
      breaker.record({ ...delivery, reply }, { id, domains: domainsOf(message.to) });
    }
    return delivery;
  }

  function report({ id, subjectId, template, attempts, createdAt }: LeasedJob, settlement: Settlement, isHeld: boolean) {
    const submission = subjects.get(id);
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

  function resultOf({ kind, reply }: Delivery, signal: AbortSignal): JobResult {
    const attempt = { outcome: kind, detail: reply };
    if (kind === 'sent') return { kind: 'done', attempt };
    if (signal.aborted) return { kind: 'released', attempt: null };
    const { server } = breaker.state();
    // The server is the cause, so the attempt does not count.
    if (kind !== 'refused' && server !== 'ready')
      return { kind: 'released', attempt: { ...attempt, outcome: server === 'misconfigured' ? server : kind } };
    return { kind: kind === 'refused' ? 'failed' : 'retry', attempt };
  }
}

/** Why an e-mail about a submission is not sent; null where it is. */
function notToSend({ subjectId }: LeasedJob, kind: EmailKind | null, submission: EmailSubject | null): JobResult | null {
  // The submission was erased after the lease, and the job with it. Should the job still be there, it must not run again and again.
  if (subjectId !== null && !submission)
    return { kind: 'failed', attempt: { outcome: 'refused', detail: 'Its submission is not in the store.' } };
  const reason = submission && whyNotSent(kind, submission);
  return reason === null ? null : notSent(reason);
}

/** The domains of the addresses that an e-mail goes to. */
function domainsOf(to: string): string[] {
  return to.split(',').map((address) => /@([^\s>]*)/.exec(address)?.[1]?.toLowerCase() ?? '');
}

/** What a visitor typed that is part of an e-mail: a mail server may quote it. */
function typedIn(submission: EmailSubject | null | undefined): Record<string, string> {
  const messages = submission?.reading?.messages ?? [];
  return { ...submission?.data, ...Object.fromEntries(messages.map((text, index) => [`message ${index}`, text])) };
}

type GateServices = Pick<Parameters<typeof createEmailJob>[0], 'store' | 'cipher' | 'mailer' | 'breaker' | 'now'>;

/** Sends no e-mails while the circuit is open, and probes a mail server that does not work. */
function gateOf({ store, cipher, mailer, breaker, now }: GateServices): Gate {
  let isChecking = false;
  let isEncrypted = false;

  /** Checks the mail server. A process that stops does not wait for this, because nothing depends on it. */
  async function check(wake: () => void) {
    isChecking = true;
    breaker.record(await mailer.check());
    isChecking = false;
    wake();
  }

  /**
   * Only an e-mail shows whether our sender is accepted. A check shows whether our login is: where none waits, or none has been sent for
   * a minute since the probe was due, because it cannot be written.
   */
  async function isProbedWithEmail(): Promise<boolean> {
    return breaker.state().circuit === 'half-open' && now() - breaker.probeAt() < minute && (await store.isAnyWaiting());
  }

  return {
    prepare: async (wake) => {
      if (!isEncrypted) await store.encryptDetails(cipher);
      isEncrypted = true;
      if (!isChecking && breaker.isProbeDue() && !(await isProbedWithEmail())) void check(wake);
    },
    capacity: () => breaker.capacity(maxConnections),
    // When a probe is due with an e-mail, and when a check takes its place. A check wakes the worker at its end.
    nextCheckAt: () => [breaker.probeAt(), breaker.probeAt() + minute].find((at) => at > now()) ?? Number.POSITIVE_INFINITY,
  };
}
