import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFileName } from '#server/core/database/sqlite.ts';
import type { StoredRow } from './crash.ts';
import { query } from './postgres-server.ts';

/** Reads a store without the product. */
export function storeReader(place: { dataDir: string; databaseUrl: string | null }) {
  const all = async (text: string): Promise<Record<string, unknown>[]> => {
    if (place.databaseUrl) return query(place.databaseUrl, text);
    const database = new Sqlite(join(place.dataDir, databaseFileName), { readonly: true });
    try {
      return database.prepare(text).all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  };
  return {
    all,
    readStore: async (): Promise<StoredRow[]> =>
      (await all('select reference, form_data from form_submissions')).map(({ reference, form_data }) => ({
        reference: String(reference),
        data: typeof form_data === 'string' ? JSON.parse(form_data) : (form_data as Record<string, string>),
      })),
    isOutboxEmpty: async (): Promise<boolean> =>
      (await all("select 1 as found from jobs where kind = 'email' and finished_at is null and failed_at is null limit 1"))
        .length === 0,
  };
}

type Row = {
  id: string;
  reference: string;
  form_name: string;
  form_data: Record<string, string>;
  created_at: number;
  due_at: number | null;
  merged_into: string | null;
  via: string | null;
};

type EmailRow = {
  id: string;
  subject_id: string;
  attempts: number;
  finished_at: number | null;
  last_detail: string | null;
};

/** Reads what the product has stored from its file, while it runs. */
export function readStore({ dataDir }: { dataDir: string }): { submissions: Row[]; emails: EmailRow[] } {
  const file = new Sqlite(join(dataDir, 'kerbside.sqlite'), { readonly: true });
  try {
    const rows = file.prepare('select * from form_submissions order by created_at').all() as (Row & { form_data: unknown })[];
    return {
      submissions: rows.map((row) => ({ ...row, form_data: JSON.parse(String(row.form_data)) })),
      /** The e-mails to the team. */
      emails: file.prepare("select * from jobs where kind = 'email' order by created_at").all() as EmailRow[],
    };
  } finally {
    file.close();
  }
}

/** The files that have arrived, with the answers of their claim. */
export function readEvidence({ dataDir }: { dataDir: string }): { file: string; form_data: Record<string, string> }[] {
  const file = new Sqlite(join(dataDir, 'kerbside.sqlite'), { readonly: true });
  try {
    const rows = file
      .prepare(
        'select e.name as file, s.form_data from evidence e join form_submissions s on s.id = e.submission_id where e.received_at is not null order by e.created_at',
      )
      .all() as { file: string; form_data: string }[];
    return rows.map((row) => ({ ...row, form_data: JSON.parse(row.form_data) }));
  } finally {
    file.close();
  }
}
