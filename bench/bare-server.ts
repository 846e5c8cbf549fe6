import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { Hono } from 'hono';

/** The least that could store a claim durably: two rows for each request, each request a commit of its own. */
const database = new Sqlite(`${process.env.DATA_DIR}/bare.sqlite`);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(
  'create table submissions (id text primary key, data text); create table letters (id text primary key, submission text)',
);
const addSubmission = database.prepare('insert into submissions values (?, ?)');
const addLetter = database.prepare('insert into letters values (?, ?)');
const add = database.transaction((data: string) => {
  const id = randomUUID();
  addSubmission.run(id, data);
  addLetter.run(randomUUID(), id);
  return id;
});

const app = new Hono().post('/functions/v1/send-form-email', async (c) =>
  c.json({ reference: add(JSON.stringify(await c.req.json())) }),
);
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => process.stdout.write('Site:\n'));
