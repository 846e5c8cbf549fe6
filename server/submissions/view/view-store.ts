import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { Schema } from '#server/database/schema.ts';
import type { MailState } from '../inbox/inbox.ts';

export type SubmissionRow = Selectable<Schema['form_submissions']>;
export type LetterRow = Selectable<Schema['jobs']>;
export type TryRow = Schema['job_attempts'];
export type NoteRow = Schema['notes'];

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

export function createSubmissionStore({ db }: Database) {
  return {
    /** Those of these ids that are there, in no order. */
    rows: async (ids: string[]): Promise<SubmissionRow[]> =>
      ids.length > 0 ? db.selectFrom('form_submissions').selectAll().where('id', 'in', ids).execute() : [],

    mailStates: async (ids: string[]): Promise<Map<string, MailState>> => {
      if (ids.length === 0) return new Map();
      const worst = sql<number>`max(case when finished_at is not null or acknowledged_at is not null then 0 when failed_at is null then 1 else 2 end)`;
      const rows = await db
        .selectFrom('jobs')
        .select(['subject_id', worst.as('worst')])
        .where('subject_id', 'in', ids)
        .where('template', 'is not', null)
        .groupBy('subject_id')
        .execute();
      return new Map(rows.map((row) => [row.subject_id ?? '', (['sent', 'waiting', 'givenUp'] as const)[row.worst] ?? 'none']));
    },

    /** Names of members of staff, also of those who have left. */
    names: async (ids: (string | null)[]): Promise<Map<string, string>> => {
      const wanted = [...new Set(ids.filter((id) => id !== null))];
      if (wanted.length === 0) return new Map();
      const rows = await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', wanted).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** With those that were taken away, in their order. */
    notes: (submissionId: string): Promise<NoteRow[]> =>
      db.selectFrom('notes').selectAll().where('submission_id', '=', submissionId).orderBy('created_at').orderBy('id').execute(),

    /** In the order in which they were written, with their tries. */
    letters: async (submissionId: string): Promise<{ letter: LetterRow; tries: TryRow[] }[]> => {
      const letters = await db
        .selectFrom('jobs')
        .selectAll()
        .where('subject_id', '=', submissionId)
        .where('template', 'is not', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const ids = letters.map(({ id }) => id);
      const tries =
        ids.length > 0
          ? await db.selectFrom('job_attempts').selectAll().where('job_id', 'in', ids).orderBy('at').orderBy('id').execute()
          : [];
      return letters.map((letter) => ({ letter, tries: tries.filter((one) => one.job_id === letter.id) }));
    },
  };
}
