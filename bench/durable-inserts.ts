import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { aoife } from '#testing/fixtures/people.ts';

const forMs = 1_000;
const pageBytes = 4_096;

/** How many times a second a page can be appended to a file and be on the disk. */
export function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'synced'), 'a');
  const page = Buffer.alloc(pageBytes, 1);
  const count = countFor(() => {
    writeSync(file, page);
    fdatasyncSync(file);
  });
  closeSync(file);
  return count;
}

/** How many times a second the driver alone can commit two rows. */
export function insertsPerSecond(folder: string): number {
  const add = openTwoRows(join(folder, 'loop.sqlite'));
  const data = JSON.stringify(aoife);
  return countFor(() => add(data));
}

function countFor(act: () => unknown): number {
  const began = performance.now();
  let count = 0;
  for (; performance.now() - began < forMs; count += 1) act();
  return (count / (performance.now() - began)) * 1_000;
}

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
