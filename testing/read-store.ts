import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { databaseFileName } from '#server/database/sqlite.ts';
import type { StoredRow } from './crash.ts';
import { query } from './postgres.ts';

/** Reads a store past the product: what an outsider finds. */
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
      (await all('select 1 as found from jobs where template is not null and finished_at is null and failed_at is null limit 1'))
        .length === 0,
  };
}
