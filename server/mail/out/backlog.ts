import type { Database } from '#server/core/database/database.ts';
import { sharedNow } from '#server/core/database/engine.ts';
import { emailIs, emailKind, waitingEmails } from './email-store.ts';

/** How many emails wait, since when, and how many failed and are not acknowledged. */
export type Backlog = { waiting: number; oldestSince: number | null; failed: number };

export type StuckEmail = {
  id: string;
  reference: string;
  formName: string;
  createdAt: number;
  attempts: number;
  failedAt: number | null;
  lastDetail: string | null;
};

export function countBacklog({ read }: Database): Promise<Backlog> {
  return read(async (db) => {
    const now = await waitingEmails(db)
      .select((fn) => [fn.fn.countAll<number>().as('count'), fn.fn.min('created_at').as('oldest')])
      .executeTakeFirst();
    const failed = await db
      .selectFrom('jobs')
      .select((fn) => fn.fn.countAll<number>().as('count'))
      .where(emailIs.failed)
      .executeTakeFirst();
    return {
      waiting: Number(now?.count ?? 0),
      oldestSince: now?.oldest ?? null,
      failed: Number(failed?.count ?? 0),
    };
  });
}

/** When the mail server refused our login or sender, and its reply; null where the last attempt of any email was not refused so. */
export function readRefusal({ read }: Database): Promise<{ at: number; reply: string } | null> {
  return read(async (db) => {
    const last = await db
      .selectFrom('job_attempts')
      .select(['at', 'outcome', 'detail'])
      .where('kind', '=', emailKind)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.outcome === 'misconfigured' ? { at: last.at, reply: last.detail } : null;
  });
}

/** Failed and not acknowledged, or waiting since before `before`; the oldest first. */
export function stuckEmails({ read }: Database, before: number): Promise<StuckEmail[]> {
  return read(async (db) => {
    const rows = await db
      .selectFrom('jobs')
      .leftJoin('form_submissions', 'form_submissions.id', 'jobs.subject_id')
      .select(['jobs.id', 'template', 'reference', 'form_name', 'jobs.created_at', 'attempts', 'failed_at', 'last_detail'])
      .where('kind', '=', emailKind)
      .where('finished_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .where((where) => where.or([where('failed_at', 'is not', null), where('jobs.created_at', '<', before)]))
      .orderBy('jobs.created_at')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      // An email to a member of staff has no reference.
      reference: row.reference ?? '(no reference)',
      formName: row.form_name ?? row.template ?? '',
      createdAt: row.created_at,
      attempts: row.attempts,
      failedAt: row.failed_at,
      lastDetail: row.last_detail,
    }));
  });
}

/**
 * Retries emails that failed or wait, with another five days of retries; returns how many. A failed email to a member of staff
 * is not retried, because its one-time link was erased.
 */
export function retryEmails({ write }: Database, now: number): Promise<number> {
  return write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ failed_at: null, first_attempt_at: null, attempts: 0, run_at: sharedNow(tx, now) })
      .where('kind', '=', emailKind)
      .where('finished_at', 'is', null)
      .where('acknowledged_at', 'is', null)
      .where((where) => where.or([where('failed_at', 'is', null), where('subject_id', 'is not', null)]))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** Marks failed emails as dealt with in another way; returns how many. */
export function acknowledgeFailed({ write }: Database, now: number): Promise<number> {
  return write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('jobs')
      .set({ acknowledged_at: now })
      .where('kind', '=', emailKind)
      .where('failed_at', 'is not', null)
      .where('acknowledged_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
