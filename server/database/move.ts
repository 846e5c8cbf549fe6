import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotCopy, copyAll, sumAll, type TableSum } from './copy.ts';
import { holdFolder } from './data-dir-lock.ts';
import type { Place } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { databaseFileName } from './sqlite.ts';

/** Copies everything from one store to another, which must be empty. Nothing may be serving from either meanwhile. */
export async function moveData(from: Place, to: Place): Promise<TableSum[]> {
  if (!from.databaseUrl && !existsSync(join(from.dataDir, databaseFileName)))
    throw new CannotCopy(`There is no database in ${from.dataDir}.`);
  const holds = [from, to].filter(({ databaseUrl }) => !databaseUrl).map(({ dataDir }) => holdFolder(dataDir, 0));
  const source = openDatabase(from, { patient: true });
  const target = openDatabase(to, { patient: true });
  try {
    await migrate(source);
    await migrate(target);
    const sums = await copyAll(source, target);
    // Nothing holds a PostgreSQL back from taking more meanwhile.
    if (JSON.stringify(await sumAll(source)) !== JSON.stringify(sums))
      throw new CannotCopy('Something changed the source meanwhile: stop every Kerbside, empty the target, and move again.');
    return sums;
  } finally {
    await source.close();
    await target.close();
    for (const hold of holds) hold.release();
  }
}
