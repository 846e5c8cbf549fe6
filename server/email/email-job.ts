import { defineJob, type Gate, type Job, type JobResult, type LeasedJob, type Settlement } from '#server/jobs/define-job.ts';
import { errorMessage, type Log, withoutAnswers, withoutLinkTokens } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Comeback } from './comeback.ts';
import type { DetailsCipher } from './email-details.ts';
import { type EmailStore, emailKind } from './email-store.ts';
import { type Delivery, type Mailer, maxConnections } from './mailer.ts';
import type { Recovery } from './recovery.ts';
import { type Addresses, type EmailSubject, type EmailTemplate, writeEmail } from './write-email.ts';

/** Longer than the mailer's own time limits together, so that an e-mail has one sender at a time. */
const leaseMs = 90_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first five attempts, in this order; then hourly. */
const firstDelaysMs = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];

/** Five days of trying: longer than a bank-holiday weekend with a mail server that nobody looks at. */
export const giveUpAfterMs = 5 * 24 * hour;

/**
 * When to try again after this attempt failed, or null to give up.
 * The hourly attempts are spread over ten per cent, so that a backlog does not come back as one wave.
 */
export function nextAttemptAt(
  job: Pick<LeasedJob, 'attempts' | 'firstAttemptAt'>,
  now: number,
  random: () => number = Math.random,
): number | null {
  if (now - job.firstAttemptAt >= giveUpAfterMs) return null;
  return now + (firstDelaysMs[job.attempts - 1] ?? hour * (0.95 + random() * 0.1));
}

/** Sends e-mails. */
export function createEmailJob(services: {
  store: EmailStore;
  mailer: Mailer;
  addresses: Addresses;
  cipher: DetailsCipher;
  breaker: CircuitBreaker;
  recovery: Recovery;
  comeback: Comeback;
  log: Log;
  metrics: Metrics;
  now: () => number;
}): Job {
  const { store, mailer, addresses, cipher, breaker, recovery, log, metrics } = services;
  /** Of those on their way: logs name the reference, and leave out what was typed. */
  const subjects = new Map<string, EmailSubject>();

  return defineJob({
    kind: emailKind,
    title: 'E-mails',
    // One that hangs holds up no other: each has a connection of its own.
    concurrency: maxConnections,
    leaseMs,
    maxWaitMs: 2 * hour,
    retry: nextAttemptAt,
    isPayloadSecret: true,
    canRunAgain: ({ subjectId }) => subjectId !== null,
    handle: async (job, { signal }) => {
      const submission = job.subjectId === null ? null : await store.subject(job.subjectId);
      // It was erased in this moment.
      if (job.subjectId !== null && !submission) return { kind: 'released', attempt: null };
      if (submission) subjects.set(job.id, submission);
      return resultOf(await send(job, submission, signal), signal);
    },
    gate: gateOf(services),
    onSettled: (job, settlement, isHeld) => {
      report(job, settlement, isHeld);
      subjects.delete(job.id);
    },
  });

  async function send(job: LeasedJob, submission: EmailSubject | null, signal: AbortSignal): Promise<Delivery> {
    const email = { ...job, template: job.template as EmailTemplate, submission };
    let message: ReturnType<typeof writeEmail>;
    try {
      message = writeEmail(email, addresses, cipher.decrypt);
    } catch (error) {
      // An e-mail that cannot be written is our fault, not the visitor's: it waits for a version that can.
      return { kind: 'deferred', answer: `It could not be written: ${errorMessage(error)}` };
    }
    const answered = await mailer.send(message, signal);
    // A server may quote the e-mail, and what it says is kept.
    const delivery = { ...answered, answer: withoutLinkTokens(answered.answer) };
    if (!signal.aborted) {
      breaker.note({ ...delivery, answer: withoutAnswers(delivery.answer, submission?.data ?? {}) });
      recovery.note(job.id, delivery.kind);
    }
    return delivery;
  }

  function report({ id, subjectId, template, attempts, createdAt }: LeasedJob, settlement: Settlement, isHeld: boolean) {
    const submission = subjects.get(id);
    const { attempt } = settlement;
    const answer = withoutAnswers(attempt?.answer ?? 'The process ends.', submission?.data ?? {});
    const facts = { reference: submission?.reference, template, email: id, attempts };
    // Erased in this moment: nothing is left to tell of.
    if (!isHeld && subjectId !== null && !submission) return;
    if (!isHeld) return log.warn('lease lost', { ...facts, outcome: settlement.kind });
    if (settlement.kind === 'finished') {
      metrics.emailsSent.inc();
      metrics.timeToMailServer.observe((settlement.at - createdAt) / 1_000);
      return log.info('email sent', facts);
    }
    if (settlement.kind === 'failed') {
      metrics.emailsFailed.inc();
      return log.error('email failed', { ...facts, answer });
    }
    metrics.emailsRetried.inc();
    const until = settlement.kind === 'waits' ? new Date(settlement.until).toISOString() : null;
    log.warn('email deferred', { ...facts, outcome: attempt?.outcome ?? null, answer, until });
  }

  function resultOf({ kind, answer }: Delivery, signal: AbortSignal): JobResult {
    const attempt = { outcome: kind, answer };
    if (kind === 'sent') return { kind: 'done', attempt };
    if (signal.aborted) return { kind: 'released', attempt: null };
    if (kind === 'misconfigured') return { kind: 'released', attempt };
    return { kind: kind === 'refused' ? 'failed' : 'retry', attempt };
  }
}

type GateServices = {
  store: EmailStore;
  cipher: DetailsCipher;
  mailer: Mailer;
  breaker: CircuitBreaker;
  recovery: Recovery;
  comeback: Comeback;
  now: () => number;
};

/** Holds e-mails back while the circuit breaker is open, and probes a mail server that does not work. */
function gateOf({ store, cipher, mailer, breaker, recovery, comeback, now }: GateServices): Gate {
  let isChecking = false;
  let isEncrypted = false;

  /** Not waited for at the end: nothing depends on it. */
  async function check(wake: () => void) {
    isChecking = true;
    breaker.note(await mailer.check());
    isChecking = false;
    wake();
  }

  /** Only an e-mail shows whether our sender is taken. Where none waits, a check shows at least whether our login is. */
  async function isProbedWithEmail(): Promise<boolean> {
    return breaker.state().kind === 'open' && (await store.bringProbe(now()));
  }

  return {
    prepare: async (wake) => {
      if (!isEncrypted) await store.encryptDetails(cipher);
      isEncrypted = true;
      if (!isChecking && now() >= breaker.probeAt() && !(await isProbedWithEmail())) void check(wake);
      await comeback.bringForward();
      await recovery.bringForward();
    },
    capacity: () => breaker.capacity(maxConnections),
    nextCheckAt: () => {
      if (comeback.isUnderWay()) return now();
      const probeAt = breaker.probeAt();
      // One that is due is under way: a check, or an e-mail.
      return Math.min(recovery.nextAt(), probeAt > now() ? probeAt : Number.POSITIVE_INFINITY);
    },
  };
}
