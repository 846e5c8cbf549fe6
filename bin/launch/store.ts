import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';

export type StaffMember = { role: string; hasSecondFactor: boolean };

/** Whoever may sign in to the desk; null where the store is from before there was one. */
export async function readStaff({ db }: Pick<Database, 'db'>): Promise<StaffMember[] | null> {
  try {
    const { rows } = await sql<{ role: string | null; twoFactorEnabled: unknown }>`
      select ${sql.ref('role')}, ${sql.ref('twoFactorEnabled')} from ${sql.table('staff')} where ${sql.ref('leftAt')} is null
    `.execute(db);
    // A boolean here, a one or a zero there.
    return rows.map(({ role, twoFactorEnabled }) => ({ role: role ?? '', hasSecondFactor: Number(twoFactorEnabled) === 1 }));
  } catch (error) {
    if (isNoSuchTable(error)) return null;
    throw error;
  }
}

function isNoSuchTable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '42P01' || /no such table/.test(message ?? '');
}
