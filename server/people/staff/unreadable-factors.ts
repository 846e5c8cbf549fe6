import type { Database } from '#server/core/database/database.ts';
import { unsealWith } from './seal.ts';

/**
 * How many second factors were encrypted with another secret than these, as after a move or a restore without it: those who have them cannot
 * sign in.
 */
export async function countUnreadableFactors({ read }: Pick<Database, 'read'>, secrets: (string | null)[]): Promise<number> {
  const rows = await read((db) => db.selectFrom('staff_two_factors').select('secret').execute());
  return rows.filter(({ secret }) => unsealWith(secrets, secret) === null).length;
}

/** A sentence about them, or null where there are none. */
export function unreadableFactorsMessage(count: number): string | null {
  if (count === 0) return null;
  const whose = count === 1 ? 'The second factor of one member of staff' : `The second factors of ${count} members of staff`;
  return `${whose} cannot be read: they were set up with another secret. Bring back the auth-secret of DATA_DIR or AUTH_SECRET, or set the one before as AUTH_SECRET_PREVIOUS; otherwise npm run staff -- reset EMAIL.`;
}
