import { day, hour, minute } from '#forms/durations.ts';
import { mergedIntoOf } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { Tx } from '#server/core/database/schema.ts';
import { addressKey, sameAddress } from '#server/core/email-address.ts';
import { defineJob, done, retryAfter } from '#server/core/jobs/define-job.ts';
import { enqueue } from '#server/core/jobs/queue.ts';
import { withoutLinkTokens } from '#server/core/observability/log.ts';
import { emailKind, senderEmailKind } from '#server/mail/out/email-store.ts';
import { jobIdIn } from '#server/mail/out/email-text.ts';
import { noteNobodyHasIt } from '#server/mail/out/former-recipients.ts';
import { addressesOf } from '#server/mail/out/open-mailer.ts';
import { replyTagsOf } from '#server/mail/out/reply-tags.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { idsIn } from './parse-email.ts';

/*
 * What mail servers say later of e-mails of ours that they had taken. It is an attempt more of that e-mail, and changes what became of it: of
 * one to the claimant on the timeline, of one to the team or to staff as where it is refused at once. Of the claim it changes the time of
 * a follow-up alone.
 */

/** After how long an e-mail that was put off counts as perhaps not delivered. */
const delayedForMs = 2 * day;

/** E-mails that left as one digest are settled within this time. */
const oneDigestMs = minute / 2;

const longestDetail = 500;

type Job = {
  id: string;
  kind: string;
  template: string | null;
  subject_id: string | null;
  recipient: string | null;
  payload: string | null;
  created_at: number;
  finished_at: number | null;
};

/** The e-mail of ours that a report is about, by the id of its job; null where it is of nobody here. */
export async function reportedEmail(app: App, report: DeliveryReport): Promise<string | null> {
  const { db, env } = app;
  const emails = db.db.selectFrom('jobs').select('id').where('template', 'is not', null);
  for (const id of report.named.flatMap(idsIn)) {
    const found = await emails.where('id', '=', jobIdIn(id, env.siteUrl)).executeTakeFirst();
    if (found) return found.id;
  }
  const [claim] = await replyTagsOf(app).submissionsOf(db, report.replyTo.split(/[\s<>]/));
  if (claim === undefined || Number.isNaN(report.sentAt)) return null;
  // The Date of an e-mail is when it was stored, in seconds. Those to the team, often of the same moment, go without a tag.
  const toSender = emails.where('subject_id', '=', claim).where('kind', '=', senderEmailKind);
  const written = toSender.where('created_at', '>=', report.sentAt);
  return (await written.where('created_at', '<', report.sentAt + 1_000).executeTakeFirst())?.id ?? null;
}

/** Stores what a report says of an e-mail. */
export async function storeReport(app: App, tx: Tx, id: string, report: DeliveryReport): Promise<void> {
  const { action, detail: words, recipients } = report;
  const job = await sentJob(tx, id);
  const isToTeam = job?.kind === emailKind && job.recipient === null && recipients.length > 0;
  const whole = isToTeam ? `${[...new Set(recipients)].join(', ')}: ${words}` : words;
  const detail = withoutLinkTokens(whole.replaceAll('\0', '')).slice(0, longestDetail);
  const only = someOfTeam(app, report);
  if (action === 'failed') await markReturned(app, tx, id, { detail, only });
  if (action !== 'delayed' || !job) return;
  const at = await addAttempt(app, tx, job, { outcome: 'delayed', detail });
  const subject = job.subject_id === null ? {} : { subjectId: job.subject_id };
  const payload = [id, ...only].join(' ');
  await enqueue(tx, [{ kind: delayedEmailJob.kind, payload, createdAt: at, delayMs: delayedForMs, ...subject }]);
}

/**
 * The addresses of the team that a report names, as MAIL_TO writes them where it still has them; none where it names all to which the
 * e-mail went, or others, to which one of them may lead.
 */
function someOfTeam(app: App, { recipients, sentTo }: DeliveryReport): string[] {
  const named = new Set(recipients.map(addressKey));
  const now = teamOf(app);
  const then = sentTo.length > 0 ? sentTo.map((address) => now.find((one) => sameAddress(one, address)) ?? address) : now;
  const found = then.filter((address) => named.has(addressKey(address)));
  return found.length < then.length ? found : [];
}

function teamOf(app: App): string[] {
  return addressesOf(app).to.map(({ address }) => address);
}

/** What nothing followed: some servers (OpenSMTPD 6.8) give an e-mail up with the words of a delay. */
export const delayedEmailJob = defineJob({
  kind: 'delayed-email',
  title: 'Emails that a mail server delayed',
  maxWaitMs: 2 * delayedForMs,
  retry: retryAfter(minute, hour, day),
  handle: async ({ payload, createdAt }, _run, app) => {
    const isOver = await app.db.write(async (tx) => {
      const [id = '', ...only] = (payload ?? '').split(' ');
      const job = await sentJob(tx, id);
      if (!job) return false;
      const last = await lastAttempt(tx, job.id, only);
      if (last?.outcome !== 'delayed' || last.at !== createdAt) return false;
      if (job.kind === emailKind) {
        await markReturned(app, tx, job.id, {
          detail: `It was put off, and nothing was heard of it since: ${last.detail}`,
          only,
        });
        return true;
      }
      await addAttempt(app, tx, job, { outcome: 'perhaps not delivered', detail: last.detail });
      await bringForward(app, tx, job);
      return true;
    });
    if (!isOver) return done('Something followed.');
    app.noteChange(false);
    void app.checkAlarms();
    return done('Nothing followed.');
  },
});

/** An e-mail came back; from these addresses of the team alone, if there are any. */
async function markReturned(app: App, tx: Tx, id: string, { detail, only }: { detail: string; only: string[] }): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ state: 'returned' })
    .where('id', '=', id)
    .where('direction', '=', 'out')
    .where('state', '=', 'written')
    .execute();
  const job = await sentJob(tx, id);
  if (!job) return;
  const outcome = { last_outcome: 'refused', last_detail: detail };
  if (job.kind === senderEmailKind) {
    await tx.updateTable('jobs').set(outcome).where('id', '=', id).execute();
    await addAttempt(app, tx, job, { outcome: 'returned', detail });
    return bringForward(app, tx, job);
  }
  const isSeenOnly = only.length > 0 && !only.some((address) => teamOf(app).includes(address));
  if (job.recipient === null && isSeenOnly) await addAttempt(app, tx, job, { outcome: 'returned by one', detail });
  for (const sent of await sentTogether(app, tx, job)) {
    const isApart = sent.recipient === null && only.length > 0;
    for (const one of isApart ? await copiesFor(app, tx, sent, only) : [sent]) {
      const at = await addAttempt(app, tx, one, { outcome: 'returned', detail });
      const failed = { ...outcome, finished_at: null, failed_at: at, acknowledged_at: null };
      await tx.updateTable('jobs').set(failed).where('id', '=', one.id).execute();
      app.metrics.emailsFailed.inc();
      app.log.error('email returned', { reference: await referenceOf(tx, one), template: one.template, email: one.id });
    }
    if (isApart) await noteNobodyHasIt(tx, sent, teamOf(app));
  }
}

/**
 * Of an e-mail that others of the team have, one for each of these addresses, which fails and is sent again by itself. One it had before stays,
 * and what was taken out of MAIL_TO gets none.
 */
async function copiesFor(app: App, tx: Tx, sent: Job, recipients: string[]): Promise<Job[]> {
  const copies: Job[] = [];
  for (const recipient of recipients.filter((address) => teamOf(app).includes(address))) {
    const { kind, template, subject_id, payload, created_at } = sent;
    const same = tx.selectFrom('jobs').select('id').where('kind', '=', kind).where('template', '=', template);
    const ofSubject = same.where('subject_id', subject_id === null ? 'is' : '=', subject_id).where('created_at', '=', created_at);
    if (await ofSubject.where('recipient', '=', recipient).executeTakeFirst()) continue;
    const copy = { id: makeId(app.now()), kind, template, subject_id, payload, created_at, recipient, finished_at: app.now() };
    await tx
      .insertInto('jobs')
      .values({ ...copy, run_at: app.now(), attempts: 1 })
      .execute();
    copies.push(copy);
  }
  return copies;
}

/** It was to be followed up later, in the belief that the claimant has it. A call that was promised, or is due anyway, stays where it is. */
async function bringForward({ now }: App, tx: Tx, { subject_id: subjectId }: Job): Promise<void> {
  await tx
    .updateTable('form_submissions')
    .set({ next_at: now(), next_kind: 'chase' })
    .where('id', '=', subjectId && (await mergedIntoOf(tx, subjectId)))
    .where('closed_at', 'is', null)
    .where('next_kind', 'in', ['chase', 'decide'])
    .where('next_at', '>', now())
    .execute();
}

/** The e-mail as a job, if it has left. */
function sentJob(tx: Tx, id: string): Promise<Job | undefined> {
  return sentJobs(tx).where('id', '=', id).executeTakeFirst();
}

function sentJobs(tx: Tx) {
  return (
    tx
      .selectFrom('jobs')
      .select(['id', 'kind', 'template', 'subject_id', 'recipient', 'payload', 'created_at', 'finished_at'])
      .where('kind', 'in', [emailKind, senderEmailKind])
      .where('finished_at', 'is not', null)
      // The mail server may have taken one without an answer.
      .where('last_outcome', 'in', ['sent', 'perhaps not delivered'])
  );
}

/** The e-mails that left as one with this one. */
async function sentTogether({ emailKinds }: App, tx: Tx, job: Job): Promise<Job[]> {
  const kind = emailKinds.find(({ template }) => template === job.template);
  if (kind?.to !== 'team' || kind.digest === null) return [job];
  const at = job.finished_at ?? 0;
  return sentJobs(tx)
    .where('kind', '=', emailKind)
    .where('template', '=', job.template)
    .where('recipient', job.recipient === null ? 'is' : '=', job.recipient)
    .where('finished_at', '>=', at - oneDigestMs)
    .where('finished_at', '<=', at + oneDigestMs)
    .execute();
}

async function addAttempt(
  { now }: App,
  tx: Tx,
  { id, kind }: Job,
  attempt: { outcome: string; detail: string },
): Promise<number> {
  const at = now();
  await tx
    .insertInto('job_attempts')
    .values({ id: makeId(at), job_id: id, kind, at, ...attempt })
    .execute();
  return at;
}

/** The last attempt; where it is about some addresses of the team, the last one that names one of them: others may be put off later. */
async function lastAttempt(tx: Tx, jobId: string, only: string[]) {
  const attempts = await tx
    .selectFrom('job_attempts')
    .select(['at', 'outcome', 'detail'])
    .where('job_id', '=', jobId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const isAbout = ({ detail }: { detail: string }) => only.some((one) => detail.toLowerCase().includes(addressKey(one)));
  return attempts.find(isAbout) ?? attempts[0];
}

async function referenceOf(tx: Tx, { subject_id: id }: Job): Promise<string | undefined> {
  const row = await tx.selectFrom('form_submissions').select('reference').where('id', '=', id).executeTakeFirst();
  return row?.reference;
}
