import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export type Row = { id: string; reference: string; form_name: string; form_data: Record<string, string>; created_at: number };
export type EmailRow = {
  id: string;
  subject_id: string;
  attempts: number;
  finished_at: number | null;
  last_answer: string | null;
};

/** What the product has stored, read beside it from the file. */
export function readStore({ dataDir }: { dataDir: string }): { submissions: Row[]; emails: EmailRow[] } {
  const file = new Sqlite(join(dataDir, 'kerbside.sqlite'), { readonly: true });
  try {
    const rows = file.prepare('select * from form_submissions order by created_at').all() as (Row & { form_data: unknown })[];
    return {
      submissions: rows.map((row) => ({ ...row, form_data: JSON.parse(String(row.form_data)) })),
      emails: file.prepare('select * from jobs where template is not null order by created_at').all() as EmailRow[],
    };
  } finally {
    file.close();
  }
}
