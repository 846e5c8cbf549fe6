import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';

/** The smallest way to keep a claim and the job of its e-mail: two rows in one commit that is on the disk when it returns. */
export function openTwoRows(path: string): (data: string) => string {
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'create table if not exists submissions (id text primary key, data text); create table if not exists emails (id text primary key, submission text)',
  );
  const addSubmission = database.prepare('insert into submissions values (?, ?)');
  const addEmail = database.prepare('insert into emails values (?, ?)');
  return database.transaction((data: string) => {
    const id = randomUUID();
    addSubmission.run(id, data);
    addEmail.run(randomUUID(), id);
    return id;
  });
}
