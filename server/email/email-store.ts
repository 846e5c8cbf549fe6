import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { answersOf, type Db, type Tx } from '#server/database/schema.ts';
import type { LeasedJob } from '#server/jobs/define-job.ts';
import { enqueue, type NewJob } from '#server/jobs/queue.ts';
import type { AccountTemplate } from './account-emails.ts';
import { claimantUpdateTemplate, claimCompleteTemplate, readClaimantUpdate } from './claimant-update.ts';
import { type DetailsCipher, type EmailDetails, isClearText } from './email-details.ts';
import type { SubmissionTemplate } from './email-titles.ts';
import { type ProgressSince, progressTemplate } from './progress.ts';
import type { EmailSubject } from './write-email.ts';

export const emailKind = 'email';

/** The kind of job for e-mails to senders of a form, apart from `email`, so that nothing that matters to the team waits for them. */
export const acknowledgementKind = 'acknowledgement';

export type NewSubmissionEmail = {
  template: SubmissionTemplate;
  subjectId: string;
  recipient?: string | null;
  createdAt: number;
};

/** Stores e-mails about submissions, in the transaction of their cause. Without a recipient they go to the team. */
export function addSubmissionEmails(tx: Tx, emails: NewSubmissionEmail[]): Promise<void> {
  return enqueue(tx, emails.map(submissionEmail));
}

export function submissionEmail({ recipient = null, ...email }: NewSubmissionEmail): NewJob {
  return { kind: emailKind, recipient, ...email };
}

/** In a flood the team gets a digest this often. Less than what an alarm lets an e-mail wait. */
const digestEveryMs = { digest: 5 * 60_000, 'urgent-digest': 60_000 };

/** An e-mail to the team about a submission that leaves with others, in the next digest. */
export function digestedEmail(template: keyof typeof digestEveryMs, subjectId: string, createdAt: number): NewJob {
  const delayMs = digestEveryMs[template] - (createdAt % digestEveryMs[template]);
  return { ...submissionEmail({ template, subjectId, createdAt }), delayMs };
}

/** Stores an e-mail to a member of staff. `details` is stored encrypted until the e-mail is sent or has failed. */
export function addAccountEmail(
  tx: Tx,
  email: { template: AccountTemplate; recipient: string; details: EmailDetails; createdAt: number },
  cipher: DetailsCipher,
): Promise<void> {
  const { details, ...rest } = email;
  return enqueue(tx, [{ kind: emailKind, ...rest, payload: cipher.encrypt(details) }]);
}

/** Removes waiting e-mails whose link no longer works. One that is being sent at this moment may still arrive, but is not retried. */
export async function cancelAccountEmails(tx: Tx, template: AccountTemplate, recipient: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('kind', '=', emailKind)
    .where('template', '=', template)
    .where('recipient', '=', recipient)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}

/** The ids of e-mails to members of staff that were stored before `before`, and are sent or have failed. */
export async function settledAccountEmails({ read }: Database, before: number): Promise<string[]> {
  const rows = await read((db) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', emailKind)
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

/** E-mails that are neither sent nor failed, read by the index of due jobs. */
export function waitingEmails(db: Db) {
  return db.selectFrom('jobs').where('kind', '=', emailKind).where('finished_at', 'is', null).where('failed_at', 'is', null);
}

type EmailJob = Pick<LeasedJob, 'subjectId' | 'template' | 'createdAt' | 'payload'>;

export type EmailStore = ReturnType<typeof createEmailStore>;

/** `progressSince`: what staff did to a claim, for the e-mails that tell the claimant. */
export function createEmailStore({ read, write }: Database, progressSince: ProgressSince = () => null) {
  return {
    /** The submission that an e-mail is about, as this e-mail needs it; null where it was erased. */
    subject: ({ subjectId, template, createdAt, payload }: EmailJob): Promise<EmailSubject | null> =>
      read(async (db) => {
        const row = await db.selectFrom('form_submissions').selectAll().where('id', '=', subjectId).executeTakeFirst();
        if (!row) return null;
        const tellsUpdate = template === claimantUpdateTemplate || template === claimCompleteTemplate;
        return {
          id: row.id,
          reference: row.reference,
          formName: row.form_name,
          data: answersOf(row.form_data),
          submittedAt: row.created_at,
          dueAt: row.due_at,
          ownTargetAt: row.target_at,
          update: tellsUpdate ? await readClaimantUpdate(db, row.id, createdAt) : null,
          progress: template === progressTemplate ? progressSince(payload, row) : null,
          linkGeneration: row.link_revoked_at === null ? row.link_generation : null,
          isContacted: row.contacted_at !== null,
          isQuarantined: row.quarantined_at !== null,
          isWaiting: row.contacted_at === null && row.closed_at === null && row.withdrawn_at === null,
        };
      }),

    /** Whether any e-mail is neither sent nor failed. */
    isAnyWaiting: (): Promise<boolean> =>
      read(async (db) => (await waitingEmails(db).select('id').limit(1).executeTakeFirst()) !== undefined),

    /** Encrypts details that an earlier version stored in clear text. */
    encryptDetails: async (cipher: DetailsCipher): Promise<void> => {
      const rows = await read((db) => waitingEmails(db).select(['id', 'payload']).where('payload', 'is not', null).execute());
      for (const { id, payload } of rows)
        if (payload !== null && isClearText(payload))
          await write((tx) =>
            tx
              .updateTable('jobs')
              .set({ payload: cipher.encrypt(cipher.decrypt(payload)) })
              .where('id', '=', id)
              .where('payload', '=', payload)
              .execute(),
          );
    },
  };
}

/** Written without `kind = …`, for which SQLite would use the index of due jobs instead of the submission's. */
const isEmail = sql`template is not null and kind <> ${sql.lit(acknowledgementKind)}`;

/** Conditions on a row of `jobs` that only e-mails to the team and to staff meet. */
export const emailIs = {
  any: sql<boolean>`${isEmail}`,
  waiting: sql<boolean>`${isEmail} and finished_at is null and failed_at is null`,
  failed: sql<boolean>`${isEmail} and failed_at is not null and finished_at is null and acknowledged_at is null`,
};
