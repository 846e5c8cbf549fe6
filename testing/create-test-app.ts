import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { html } from 'hono/html';
import { onTestFinished } from 'vitest';
import { evidenceRefusals } from '#server/files/evidence-refusals.ts';
import { databaseFileName } from '../server/core/database/sqlite.ts';
import { readEnv } from '../server/core/settings/env.ts';
import { type Overrides, openApp } from '../server/open-app.ts';
import { type AppParts, createApp } from '../server/web/app.ts';
import type { Visitor } from '../server/web/web.ts';
import { copySqliteTemplate } from './migrated-databases.ts';
import { longTimeouts } from './postgres-server.ts';
import { removeFolder } from './remove-folder.ts';
import { servicesOf } from './services-of.ts';
import { until } from './until.ts';

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** A folder in memory where the machine has one: thousands of commits need not wait for its disk. */
const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const functionPath = '/functions/v1/send-form-email';
const restPath = '/rest/v1/form_submissions';

/**
 * The product for one test: real services over a real database in a folder of its own, requests without a port.
 * `settings` are environment variables. `clock.now` can be moved. What it logged is in `logged`.
 */
export async function createTestApp(
  settings: Record<string, string> = {},
  parts: Partial<AppParts> = {},
  options: Overrides = {},
) {
  const dataDir = await mkdtemp(join(memoryFolder, 'kerbside-test-'));
  await copySqliteTemplate(dataDir);
  const env = readEnv({ DATA_DIR: dataDir, SITE_URL: 'https://kerbside.example', ...settings });
  const clock = { now: Date.parse('2026-11-20T14:05:00Z') };
  const logged: string[] = [];
  const opened = await openApp(env, {
    writeLog: (line) => logged.push(line),
    now: () => clock.now,
    ...options,
    limits: { postgres: longTimeouts, ...options.limits },
  });
  const services = servicesOf(opened);
  services.start();
  const { app } = await createApp(opened, {
    render: renderPath,
    paths: null,
    assetsFolder: null,
    serviceWorkerFolder: null,
    ...parts,
  });
  const sqlite = new Sqlite(join(dataDir, databaseFileName));
  let open = true;

  async function close() {
    if (!open) return;
    open = false;
    sqlite.close();
    await services.close();
    await removeFolder(dataDir);
  }
  onTestFinished(close);

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  return {
    app,
    opened,
    services,
    clock,
    logged,
    dataDir,
    /** A second connection to the same database file. */
    sqlite,
    /** Runs statements when nothing is being written: in the thread of the product nobody can wait for its own write. */
    change: (statements: string) =>
      until('the store to be free', () => {
        try {
          sqlite.pragma('busy_timeout = 0');
          return sqlite.exec(statements);
        } catch (error) {
          if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
          return null;
        }
      }),
    close,
    post,
    /** Sends a form by the function endpoint. */
    send: (formName: unknown, formData: unknown, headers?: Record<string, string>) =>
      post(functionPath, { formName, formData }, headers),
    /** Sends a form by the REST endpoint. */
    insert: (formName: unknown, formData: unknown, headers?: Record<string, string>) =>
      post(restPath, { form_name: formName, form_data: formData }, headers),
    rows: () => sqlite.prepare('select * from form_submissions order by created_at').all() as Row[],
    /** The e-mails to the team. */
    emails: () => sqlite.prepare("select *, subject_id as submission_id from jobs where kind = 'email'").all() as EmailRow[],
    /** The e-mails to senders. */
    senderEmails: () =>
      sqlite.prepare("select *, subject_id as submission_id from jobs where kind = 'acknowledgement'").all() as EmailRow[],
  };
}

type EmailRow = { submission_id: string; template: string; recipient: string | null };

export type Row = {
  id: string;
  reference: string;
  created_at: number;
  due_at: number | null;
  form_name: string;
  form_data: string;
  idempotency_key: string | null;
  came_by: string;
  via: string | null;
  quarantined_at: number | null;
  quarantine_reason: string | null;
};

async function renderPath(request: Request, { fileProblems }: Visitor): Promise<Response> {
  const { texts = [], haveOthersArrived = false } = fileProblems ?? {};
  const problems = html`${texts.map((text) => html`<p>${text}</p>`)}${haveOthersArrived && evidenceRefusals.othersArrived}`;
  const { pathname } = new URL(request.url);
  return new Response(`<h1>${pathname}</h1>${problems}`, {
    status: pathname === '/no-such-page' ? 404 : 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}
