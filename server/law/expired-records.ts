import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { day } from '#forms/durations.ts';
import { continuationOf, forms, isClaim } from '#forms/forms.ts';
import { definitions } from '#server/claims/actions/actions.ts';
import { undoMs } from '#server/claims/actions/done-actions.ts';
import { keptLonger } from '#server/claims/actions/kept.ts';
import { mergedIntoOfRow } from '#server/claims/merged-into.ts';
import type { App } from '#server/core/app.ts';
import type { Actor } from '#server/core/audit/audit-event.ts';
import type { Database } from '#server/core/database/database.ts';
import type { Db, Schema } from '#server/core/database/schema.ts';
import { emailKind, removeEmails, senderEmailKind, settledWithoutSubject } from '#server/mail/out/email-store.ts';
import { mailFolderOf } from '#server/mail/out/open-mailer.ts';
import { removeMailFiles } from './erase.ts';

/** Retention periods in days; content/retention-days.ts says of what. */
export type RetentionDays = {
  forms: Readonly<Record<string, number>>;
  other: number;
  /** A claim is not erased by age before it has been closed for so many days. */
  closedFor?: number;
  notPursued: number;
  quarantine: number;
  staffRecords: number;
  emailAttempts: number;
};

/** Submissions that are past their retention period for one reason, which their tombstones keep. */
export type Expired = { reason: string; isQuarantine: boolean; rows: (db: Db) => SubmissionQuery };

type SubmissionQuery = SelectQueryBuilder<Schema, 'form_submissions', object>;

/** The reasons for which submissions are past their retention period at `at`. An open claim is none, however old it is, nor one that is kept
 * longer. */
export async function expiredSubmissions({ read }: Pick<Database, 'read'>, days: RetentionDays, at: number): Promise<Expired[]> {
  const before = (kept: number) => at - kept * day;
  const { quarantine, notPursued, closedFor = 30 } = days;
  return [
    {
      reason: `Retention: what is in quarantine is kept for ${quarantine} days.`,
      isQuarantine: true,
      rows: (db) => db.selectFrom('form_submissions').where('quarantined_at', '<', before(quarantine)).orderBy('quarantined_at'),
    },
    {
      reason: `Retention: what did not go ahead is kept for ${notPursued} days after it was closed.`,
      isQuarantine: false,
      rows: (db) => notKeptLonger(db).where('not_pursued_at', '<', before(notPursued)).orderBy('not_pursued_at'),
    },
    {
      reason: `Retention: a claim that was begun and not gone on with is kept for ${notPursued} days.`,
      isQuarantine: false,
      rows: (db) => untouchedStarts(db, notPursued * day, at).orderBy('created_at'),
    },
    ...(await read(formNames)).map((form): Expired => {
      const kept = days.forms[form] ?? days.other;
      return {
        reason: `Retention: “${form}” is kept for ${kept} days.`,
        isQuarantine: false,
        rows: (db) =>
          ofForm(db, form, before(kept))
            .$if(isClaim(form), (claims) => claims.where('closed_at', '<', before(closedFor)))
            .orderBy('created_at'),
      };
    }),
  ];
}

/** How many claims are past the time of their form, and are kept because they are open, or longer for somebody who was hurt. */
export async function countKeptPastTime({ read }: Pick<Database, 'read'>, days: RetentionDays, at: number): Promise<number> {
  return read(async (db) => {
    const counts = forms
      .filter((form) => form.isClaim)
      .map(async ({ name }) => {
        const past = received(db)
          .where('form_name', '=', name)
          .where('created_at', '<', at - (days.forms[name] ?? days.other) * day);
        return (await count(past)) - (await count(past.where(isNotKeptLonger).where('closed_at', 'is not', null)));
      });
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  });
}

export async function count(rows: SubmissionQuery): Promise<number> {
  const row = await rows
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** What was merged into a claim is kept, and erased, with it. */
function received(db: Db): SubmissionQuery {
  return db
    .selectFrom('form_submissions')
    .where('quarantined_at', 'is', null)
    .where(({ or, eb, not, exists }) => or([eb('merged_into', 'is', null), not(exists(mergedIntoOfRow(db)))]));
}

/** The column is JSON in a text, which both engines can look for the name in. */
const isNotKeptLonger = sql<boolean>`(recorded is null or (recorded not like ${`%"${keptLonger}"%`}))`;

function notKeptLonger(db: Db): SubmissionQuery {
  return received(db).where(isNotKeptLonger);
}

function ofForm(db: Db, form: string, before: number): SubmissionQuery {
  return notKeptLonger(db)
    .where('form_name', '=', form)
    .where('created_at', '<', before)
    .where(({ not, exists }) => not(exists(mergedInto(db).where('merged.created_at', '>=', before))));
}

/** What was merged into a submission, whose own time may not be over. */
function mergedInto(db: Db) {
  const merged = db.selectFrom('form_submissions as merged').select('merged.id');
  return merged.where('merged.merged_into', '=', sql.ref<string>('form_submissions.id'));
}

/**
 * Claims that were begun with a shorter form as long ago as that, that neither their claimant nor the team has touched since. One that
 * the team worked on past that time, and then released, has its time once more: otherwise it would disappear in the night after, and
 * look as if an earlier run should have erased it.
 */
function untouchedStarts(db: Db, keptMs: number, at: number): SubmissionQuery {
  const begun = forms.filter((form) => form.isClaim && continuationOf(form)).map(({ name }) => name);
  return notKeptLonger(db)
    .where('form_name', 'in', begun)
    .where('created_at', '<', at - keptMs)
    .where('claimant_update_at', 'is', null)
    .where('contacted_at', 'is', null)
    .where('attempt_count', '=', 0)
    .where('closed_at', 'is', null)
    .where('assigned_to', 'is', null)
    .where(({ not, exists }) => not(exists(mergedInto(db))))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('notes').select('notes.id').whereRef('notes.submission_id', '=', 'form_submissions.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_events')
            .select('audit_events.id')
            .whereRef('audit_events.subject_id', '=', 'form_submissions.id')
            .where('audit_events.action', 'in', Object.keys(definitions))
            .where('audit_events.at', '>=', at - keptMs)
            .whereRef('audit_events.at', '>=', sql`form_submissions.created_at + ${keptMs}`),
        ),
      ),
    );
}

/** The names of all forms by which something was sent. */
async function formNames(db: Db): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const row = await received(db)
      .select(({ fn }) => fn.min('form_name').as('name'))
      .$if(names.length > 0, (query) => query.where('form_name', '>', names.at(-1) ?? ''))
      .executeTakeFirst();
    if (!row?.name) return names;
    names.push(row.name);
  }
}

/** Erases what is kept of sign-ins and invitations: emails to members of staff, invitations, addresses and browsers in the audit trail. With them goes what ALARM_URL was told once. */
export async function eraseStaffRecords({ db: database, audit, env }: App, actor: Actor, before: number): Promise<void> {
  const jobIds = await settledWithoutSubject(database, before);
  // The files go first: if one cannot be removed, the rows that name them are still there.
  await removeMailFiles(mailFolderOf(env), jobIds);
  await removeEmails(database, jobIds);
  await database.write((tx) => tx.deleteFrom('staff_invitations').where('expires_at', '<', before).execute());
  await audit.eraseDetails(actor, before);
}

/** How many are deleted in one transaction, which is short enough for no visitor to notice. */
const rowsPerTransaction = 500;

/** Deletes attempts at sending emails, with the mail server's answers, of emails that were sent or have failed. */
export function deleteEmailAttempts({ write }: Database, before: number): Promise<number> {
  return untilNoneIsLeft(() =>
    write(async (tx) => {
      const expired = tx
        .selectFrom('job_attempts')
        .innerJoin('jobs', 'jobs.id', 'job_attempts.job_id')
        .select('job_attempts.id')
        .where('job_attempts.kind', 'in', [emailKind, senderEmailKind])
        .where('at', '<', before)
        .where((where) => where.or([where('finished_at', 'is not', null), where('failed_at', 'is not', null)]))
        .orderBy('at')
        .limit(rowsPerTransaction);
      return tx.deleteFrom('job_attempts').where('id', 'in', expired).executeTakeFirst();
    }),
  );
}

/** Deletes what was kept of actions so that they can be undone, once they no longer can. */
export function deleteDoneActions({ write }: Database, at: number): Promise<number> {
  return untilNoneIsLeft(() =>
    write(async (tx) => {
      const expired = tx
        .selectFrom('done_actions')
        .select('id')
        .where('at', '<=', at - undoMs)
        .limit(rowsPerTransaction);
      return tx.deleteFrom('done_actions').where('id', 'in', expired).executeTakeFirst();
    }),
  );
}

async function untilNoneIsLeft(deleteSome: () => Promise<{ numDeletedRows: bigint }>): Promise<number> {
  for (let total = 0; ; await setImmediate()) {
    const deleted = Number((await deleteSome()).numDeletedRows);
    total += deleted;
    if (deleted < rowsPerTransaction) return total;
  }
}
