import { type Selectable, sql } from 'kysely';
import type { Answers } from '#forms/form.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { sentByText } from '#forms/via.ts';
import { type App, perApp } from '#server/core/app.ts';
import type { Database } from '#server/core/database/database.ts';
import { answersOf, type Db, type Schema, type Tx } from '#server/core/database/schema.ts';
import { sameAddress } from '#server/core/email-address.ts';
import type { JobResult, LeasedJob } from '#server/core/jobs/define-job.ts';
import { enqueue, type NewJob } from '#server/core/jobs/queue.ts';
import {
  type EmailKind,
  findKind,
  isAboutSubmission,
  type OverviewKind,
  type SenderEmailKind,
  type TeamEmailKind,
} from './define-email.ts';
import type { EmailContent } from './email-content.ts';
import { createDetailsCipher, type EmailDetails } from './email-details.ts';
import { addressesOf } from './open-mailer.ts';
import { replyAddress } from './reply-address.ts';
import type { EmailSubject } from './write-email.ts';

export const emailKind = 'email';

/**
 * The kind of job for emails to senders of a form, apart from `email`, so that nothing that matters to the team waits for them. The
 * first of them was the acknowledgement, and stored jobs have its name.
 */
export const senderEmailKind = 'acknowledgement';

type NewTeamEmail = { subjectId: string; recipient?: string | null; createdAt: number; payload?: string };

/** Stores emails about submissions, in the transaction of their cause. Without a recipient they go to the team. */
export function addTeamEmails(tx: Tx, kind: TeamEmailKind, emails: NewTeamEmail[]): Promise<void> {
  return enqueue(
    tx,
    emails.map((email) => teamEmail(kind, email)),
  );
}

/** An email to the team as a job, to be stored with its cause; one that is told in a digest leaves with the next. */
export function teamEmail({ template, digest }: TeamEmailKind, { recipient = null, ...email }: NewTeamEmail): NewJob {
  const job = { kind: emailKind, template, recipient, ...email };
  return digest?.everyMs ? { ...job, delayMs: digest.everyMs - (email.createdAt % digest.everyMs) } : job;
}

/** The mark of a claim whose sender took their consent back: they are neither written to nor called unless they ask for it. */
export const consentTakenBack = 'consent taken back' as const;

/** Whether the sender has not taken their consent back. */
export function hasConsent({ recorded }: { recorded: string | null }): boolean {
  return !(consentTakenBack in JSON.parse(recorded ?? '{}'));
}

type Sent = { id: string; formName: string; data: Answers };

/** The address to which emails for the sender go; null where none that was typed can be used. */
export function senderAddress({ formName, data }: Omit<Sent, 'id'>): string | null {
  return replyAddress(senderOf(formOf(formName, data), data).email);
}

/** The email to the sender as a job, to be stored with its cause; none where there is no address. */
export function emailToSender(sent: Sent, { template }: SenderEmailKind, createdAt: number): NewJob[] {
  const recipient = senderAddress(sent);
  return recipient === null ? [] : [{ kind: senderEmailKind, template, subjectId: sent.id, recipient, createdAt }];
}

/** Stores an overview in place of one that still waits for the same recipient; without one it goes to the team. */
export async function addOverview(
  tx: Tx,
  { template }: OverviewKind,
  { about, ...email }: { recipient: string | null; createdAt: number; about: string },
): Promise<void> {
  await cancelEmails(tx, template, email.recipient, about);
  await enqueue(tx, [{ kind: emailKind, template, payload: about, ...email }]);
}

/** Stores an email to a member of staff. `details` is stored encrypted until the email is sent or has failed. */
export function addAccountEmail(
  app: App,
  tx: Tx,
  email: { template: string; recipient: string; details: EmailDetails },
): Promise<void> {
  const { details, ...rest } = email;
  return enqueue(tx, [{ kind: emailKind, ...rest, createdAt: app.now(), payload: cipherOf(app).encrypt(details) }]);
}

/** What encrypts the details of emails to staff. */
export const cipherOf = perApp(({ secrets }) => createDetailsCipher(secrets.current, secrets.previous));

/** Removes waiting emails whose link no longer works, or whose news are old. One that is being sent at this moment may still arrive, but is not retried. */
export async function cancelEmails(tx: Tx, template: string, recipient: string | null, payload = ''): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('kind', '=', emailKind)
    .where('template', '=', template)
    // An address of the team that was refused alone has an email of its own, with the same payload.
    .where((where) =>
      where.or(
        recipient === null
          ? [where('recipient', 'is', null), where('payload', '=', payload)]
          : [where('recipient', '=', recipient)],
      ),
    )
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}

/** The ids of jobs about no submission (emails to staff, what ALARM_URL was told once) that were stored before `before` and have ended. */
export async function settledWithoutSubject({ read }: Database, before: number): Promise<string[]> {
  const rows = await read((db) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('subject_id', 'is', null)
      .where('created_at', '<', before)
      .where((where) => where.or([where('finished_at', 'is not', null), where('failed_at', 'is not', null)]))
      .execute(),
  );
  return rows.map(({ id }) => id);
}

export async function removeEmails({ write }: Database, ids: string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500)
    await write((tx) =>
      tx
        .deleteFrom('jobs')
        .where('id', 'in', ids.slice(from, from + 500))
        .execute(),
    );
}

/** Emails that are neither sent nor failed, read by the index of due jobs. */
export function waitingEmails(db: Db) {
  return db.selectFrom('jobs').where('kind', '=', emailKind).where('finished_at', 'is', null).where('failed_at', 'is', null);
}

type EmailJob = Pick<LeasedJob, 'subjectId' | 'template' | 'createdAt' | 'payload'>;

/** The kind of a stored email; null where this version has none of that name. */
export function kindOf({ emailKinds }: App, template: string | null): EmailKind | null {
  return findKind(emailKinds, template);
}

export function notSent(detail: string) {
  return { kind: 'done', attempt: { outcome: 'not sent', detail } } satisfies JobResult;
}

/** The submission that an email is about, as this email needs it; null where it was erased. */
export function emailSubject(app: App, { subjectId, template, createdAt, payload }: EmailJob): Promise<EmailSubject | null> {
  return app.db.read(async (db) => {
    const rowOf = (id: string | null) => db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirst();
    const row = await rowOf(subjectId);
    if (!row) return null;
    // What was merged is promised, called and agreed to as the claim that it was merged into.
    const claim = (row.merged_into === null ? null : await rowOf(row.merged_into)) ?? row;
    const kind = kindOf(app, template);
    const reads = kind !== null && isAboutSubmission(kind) ? kind.reads : null;
    const reading = reads && (await reads(db, row, { createdAt, payload }));
    return {
      id: row.id,
      reference: row.reference,
      formName: row.form_name,
      data: answersOf(row.form_data),
      submittedAt: row.created_at,
      sentBy: await sentByOf(db, row),
      dueAt: claim.due_at,
      ownTargetAt: claim.target_at,
      reading,
      hasNews: reads === null || reading !== null,
      linkGeneration: hasLink(row, claim) ? row.link_generation : null,
      isContacted: claim.contacted_at !== null,
      isQuarantined: row.quarantined_at !== null,
      hasConsent: hasConsent(claim),
    };
  });
}

/** Whether an email for the team is for one address, which was taken out of MAIL_TO, or whose account was closed, since it was stored. */
export async function isNobodys(app: App, { recipient, template }: Pick<LeasedJob, 'recipient' | 'template'>): Promise<boolean> {
  const kind = kindOf(app, template);
  if (recipient === null || (kind?.to !== 'team' && kind?.to !== 'overview')) return false;
  if (addressesOf(app).to.some(({ address }) => sameAddress(address, recipient))) return false;
  const account = app.db.db.selectFrom('staff').select('id').where('email', '=', recipient).where('leftAt', 'is', null);
  return (await account.executeTakeFirst()) === undefined;
}

/** What an overview says now; null where nothing is left to tell. */
export function readOverview(app: App, kind: OverviewKind, { payload }: EmailJob): Promise<EmailContent | null> {
  return app.db.read((db) => kind.write(db, { about: payload ?? '', at: app.now(), siteUrl: app.env.siteUrl }));
}

/** Whether any email is neither sent nor failed. */
export function isAnyWaiting({ db: { read } }: App): Promise<boolean> {
  return read(async (db) => (await waitingEmails(db).select('id').limit(1).executeTakeFirst()) !== undefined);
}

/** Written without `kind = …`, for which SQLite would use the index of due jobs instead of the submission's. */
const isEmail = sql`template is not null and kind <> ${sql.lit(senderEmailKind)}`;

/** Conditions on a row of `jobs` that only emails to the team and to staff meet. */
export const emailIs = {
  any: sql<boolean>`${isEmail}`,
  waiting: sql<boolean>`${isEmail} and finished_at is null and failed_at is null`,
  failed: sql<boolean>`${isEmail} and failed_at is not null and finished_at is null and acknowledged_at is null`,
};

type LinkRow = Pick<Selectable<Schema['form_submissions']>, 'link_generation' | 'link_revoked_at' | 'merged_link_generation'>;

/** Whether the private link of a submission still leads to its claim, which is another one where it was merged. */
function hasLink(row: LinkRow, claim: LinkRow): boolean {
  if (row.link_revoked_at !== null) return false;
  return row === claim || (claim.link_revoked_at === null && row.merged_link_generation === claim.link_generation);
}

async function sentByOf(
  db: Db,
  { partner_id: id, via }: { partner_id: string | null; via: string | null },
): Promise<string | null> {
  const query = db.selectFrom('partners').select('name').where('id', '=', id);
  const partner = id === null ? null : ((await query.executeTakeFirst())?.name ?? null);
  return sentByText({ partner, via });
}
