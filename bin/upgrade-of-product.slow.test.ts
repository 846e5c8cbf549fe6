// Protects: the product itself is upgraded, and goes back with its store, without losing what visitors sent.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { copyProject } from '#testing/copy-project.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { collect, root } from '#testing/product.ts';
import { sendForm } from '#testing/send-claims.ts';
import { git } from '#testing/small-product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';

test('a release that changes the schema and is never ready is gone back from, with the store of before; one that is ready stays', async () => {
  const folder = temporaryFolder();
  const [upstream, checkout, dataDir] = [join(folder, 'upstream'), join(folder, 'checkout'), join(folder, 'data')];
  copyProject(upstream);
  git(upstream, 'init', '--quiet', '--initial-branch=main');
  commit(upstream, 'One release');
  git(folder, 'clone', '--quiet', upstream, checkout);
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  // What is built here is of the same sources, unless somebody has changed one since.
  if (existsSync(join(root, 'build'))) cpSync(join(root, 'build'), join(checkout, 'build'), { recursive: true });
  execFileSync(process.execPath, ['bin/build.ts', '--if-changed'], { cwd: checkout, stdio: 'pipe' });
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, PORT: port, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const url = `http://127.0.0.1:${port}`;
  // npm's stamp would have it install the packages, which are those of this project.
  const start = spawn(process.execPath, ['--input-type=module', '--eval', launchOnly(checkout)], {
    cwd: checkout,
    env,
    detached: true,
  });
  onTestFinished(() => void process.kill(-Number(start.pid), 'SIGKILL'));
  const started = collect(start);
  await started.until('Site:');
  const { reference } = await sendForm(url, aoife);

  const readiness = join(upstream, 'server/web/monitoring-endpoints.ts');
  const sound = readFileSync(readiness, 'utf8');
  writeFileSync(readiness, sound.replace('if (isStopping)', 'if (!isStopping)'));
  addMigration(upstream);
  commit(upstream, 'A release that is never ready');
  const failed = await upgrade('--within', '40');
  expect([failed.status, failed.output]).toEqual([
    1,
    expect.stringContaining('is not well after 40 seconds.\nGoing back to release'),
  ]);
  expect(failed.output).toContain('The release before runs again.');
  expect((await request(`${url}/readyz`)).status).toBe(200);
  expect(tables()).not.toContain('of_a_later_release');
  expect(references()).toEqual([reference]);

  writeFileSync(readiness, sound);
  commit(upstream, 'A release that is ready');
  const second = await sendForm(url, { ...aoife, phone: '07700 900321', email: 'another@visitor.example' });
  const done = await upgrade();
  expect([done.status, done.output]).toEqual([0, expect.stringContaining('Done: release')]);
  await until('it to serve', async () => (await request(`${url}/make-a-claim`)).status === 200);
  expect(tables()).toContain('of_a_later_release');
  expect(references()).toEqual([reference, second.reference]);

  const back = await upgrade('--back');
  expect([back.status, back.output]).toEqual([1, expect.stringContaining('changed since (9999-later): nothing has changed.')]);
  expect((await request(`${url}/readyz`)).status).toBe(200);

  async function upgrade(...args: string[]) {
    const child = spawn(process.execPath, ['bin/upgrade.mjs', ...args], { cwd: checkout, env });
    const output = collect(child);
    const status = await new Promise((resolve) => child.once('close', resolve));
    return { status, output: output.text() };
  }

  function read<T>(query: string): T[] {
    const store = new Sqlite(join(dataDir, 'kerbside.sqlite'), { readonly: true });
    try {
      return store.prepare(query).pluck().all() as T[];
    } finally {
      store.close();
    }
  }

  function tables() {
    return read<string>('select name from sqlite_schema');
  }

  function references() {
    return read<string>('select reference from form_submissions order by created_at');
  }
});

function launchOnly(checkout: string): string {
  return `const { launch } = await import(${JSON.stringify(join(checkout, 'bin/launcher.mjs'))}); launch();`;
}

function addMigration(upstream: string): void {
  const path = join(upstream, 'server/core/database/migrations.ts');
  const source = readFileSync(path, 'utf8');
  const added =
    "\n  '9999-later': () => ({ up: (db) => db.schema.createTable('of_a_later_release').addColumn('id', 'text').execute() }),\n};";
  writeFileSync(
    path,
    source.replace(/(const migrations: [^{]+\{[^}]+?)\n\};/, (_, list: string) => list + added),
  );
}

function commit(folder: string, subject: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', subject);
}
