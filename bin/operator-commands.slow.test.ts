// Protects: each command for operators says in a sentence what is wrong, and does what the guide says.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openMigrated } from '#server/core/database/open.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { recordBackup } from '#server/operations/backup/last-backup.ts';
import { readSecret } from '#server/people/staff/auth-secret.ts';
import { root, spawnProduct } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { checkStore } from './launch/data-check.ts';

const nobodyListens = 'postgres://kerbside:hunter2@127.0.0.1:1/kerbside';

test.each<[command: string, args: string[], settings: Record<string, string>, sentence: string]>([
  ['backup', [], {}, 'There is no database in'],
  ['backup', ['--into', '/dev/null/backups'], {}, 'Say where backups go: npm run backup -- --into FOLDER'],
  ['backup', ['--keep-daily', 'all'], {}, '--keep-daily is how many days'],
  ['backup', [], { DATABASE_URL: nobodyListens }, 'nothing listens there'],
  ['backup', ['--made-by', 'pg_dump'], { DATA_DIR: '/dev/null/data' }, '/dev/null'],
  ['restore', ['--from', '/nowhere'], {}, 'is not a complete backup'],
  ['emails', [], { DATA_DIR: '/dev/null/data' }, '/dev/null is no folder: set DATA_DIR'],
  ['emails', [], {}, 'The store is not up to date'],
  ['staff', ['list'], { DATABASE_URL: nobodyListens }, 'nothing listens there'],
  ['staff', ['promote'], {}, 'npm run staff -- add EMAIL'],
  ['audit-verify', [], { DATABASE_URL: nobodyListens }, 'nothing listens there'],
  ['move-data', ['--to', nobodyListens], {}, 'There is no database in'],
  ['launch-check', ['--send-test-mail', 'x'], {}, 'Unknown option'],
])('npm run %s with %j and %j ends with a sentence and code 1', (command, args, settings, sentence) => {
  const { status, stderr } = run(command, args, settings);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^\s+at |hunter2|Error:/m);
  expect(status).toBe(1);
});

test('npm run staff makes no folder that it does not need: as root it would be of no use to the service', async () => {
  const DATA_DIR = temporaryFolder();
  await (await openMigrated({ dataDir: DATA_DIR, databaseUrl: null })).close();
  const before = readdirSync(DATA_DIR);
  expect(run('staff', ['list'], { DATA_DIR })).toMatchObject({ status: 0, stderr: '' });
  const made = readdirSync(DATA_DIR).filter((name) => !before.includes(name) && statSync(join(DATA_DIR, name)).isDirectory());
  expect(made).toEqual([]);
});

test('The backup of the unit makes a dated folder every time, and removes what is not kept', async () => {
  const [DATA_DIR, into] = [temporaryFolder(), temporaryFolder()];
  await (await openMigrated({ dataDir: DATA_DIR, databaseUrl: null })).close();
  const unit = readFileSync(join(root, 'deploy/kerbside-backup.service'), 'utf8');
  const [, command = ''] = /^ExecStart=\S+ bin\/command\.mjs backup (.+)$/m.exec(unit) ?? [];
  const args = command.replace('/var/lib/kerbside-backups', into).split(' ');
  expect(args).toContain(into);
  mkdirSync(join(into, 'kerbside-2026-01-01T01-30-00Z'));
  expect(run('backup', args, { DATA_DIR })).toMatchObject({ status: 0, stderr: '' });
  const [first = '', ...others] = readdirSync(into);
  expect(first).toMatch(/^kerbside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect(others).toEqual([]);
  await pause(1_000);
  expect(run('backup', args, { DATA_DIR }).stdout).not.toContain('Removed');
  expect(readdirSync(into)).toEqual([first, expect.stringMatching(/^kerbside-/)]);
});

test('A backup of a product that serves has what is needed, and nothing else of its data folder', async () => {
  const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
  const product = await spawnProduct({ DATA_DIR });
  onTestFinished(async () => void (await product.end('SIGTERM')));
  await product.ready;
  writeFileSync(join(DATA_DIR, 'kerbside.lock-journal'), 'of the lock');
  writeFileSync(join(DATA_DIR, 'core.4711'), 'of nobody');
  expect(run('backup', ['--to', folder], { DATA_DIR }).status).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['auth-secret', 'kerbside.sqlite', 'manifest.json']);
});

const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [...asNobody.slice(1), process.execPath, 'bin/run-tool.ts'], { cwd: root }).status === 0;

test.runIf(canBeNobody)('What root restores belongs to the owner of the data folder, who can start with it', async () => {
  const [source, DATA_DIR, folder] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'backup')];
  await (await openMigrated({ dataDir: source, databaseUrl: null })).close();
  readSecret(null, source);
  expect(run('backup', ['--to', folder], { DATA_DIR: source }).status).toBe(0);
  chownSync(DATA_DIR, 65_534, 65_534);
  expect(run('restore', ['--from', folder], { DATA_DIR }).status).toBe(0);
  expect(run('restore', ['--from', folder, '--replace'], { DATA_DIR }).status).toBe(0);
  recordBackup(DATA_DIR, { madeAt: '2026-11-21T09:00:00Z', by: 'root' });
  const names = readdirSync(DATA_DIR);
  expect(names).toEqual(expect.arrayContaining(['auth-secret', 'kerbside.sqlite', 'last-backup.json']));
  for (const name of names) expect([name, statSync(join(DATA_DIR, name)).uid]).toEqual([name, 65_534]);
  const product = await spawnProduct({ DATA_DIR }, undefined, [], asNobody);
  await product.ready;
  // As from a terminal.
  expect(await product.end('SIGINT')).toMatchObject({ code: 0 });
});

test.runIf(canBeNobody)('A start that may not write to a file of root says whose it is and what to do', async () => {
  const DATA_DIR = temporaryFolder();
  await (await openMigrated({ dataDir: DATA_DIR, databaseUrl: null })).close();
  chownSync(DATA_DIR, 65_534, 65_534);
  const start = async () => {
    const product = await spawnProduct({ DATA_DIR }, undefined, [], asNobody);
    expect(await product.exited).toMatchObject({ code: 1 });
    return product.output();
  };
  const hint = (name: string) =>
    `${join(DATA_DIR, name)} belongs to root, and this runs as nobody: as root, chown -R nobody: ${DATA_DIR}`;
  expect(await start()).toContain(hint('kerbside.sqlite'));
  chownSync(join(DATA_DIR, 'kerbside.sqlite'), 65_534, 65_534);
  writeFileSync(join(DATA_DIR, 'auth-secret'), 'x'.repeat(32), { mode: 0o600 });
  expect(await start()).toContain(hint('auth-secret'));
});

test('A move to another folder takes the secret along, and says that the files of claims were left behind', async () => {
  const [DATA_DIR, to] = [temporaryFolder(), temporaryFolder()];
  await (await openMigrated({ dataDir: DATA_DIR, databaseUrl: null })).close();
  const secret = readSecret(null, DATA_DIR);
  writeFileSync(join(to, 'auth-secret'), 'another secret, of thirty-two characters');
  const refused = run('move-data', ['--to', to], { DATA_DIR });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('has another auth-secret')]);
  rmSync(join(to, 'auth-secret'));
  const { status, stdout } = run('move-data', ['--to', to], { DATA_DIR });
  expect(status).toBe(0);
  expect(stdout).toContain(`The secret was copied to ${to}/auth-secret.`);
  expect(stdout).toContain('copy DATA_DIR/evidence too');
  const afterwards = (['backup', 'emails', 'staff'] as const).map((name) =>
    run(name, name === 'staff' ? ['list'] : [], { DATA_DIR }),
  );
  for (const one of afterwards) expect([one.status, one.stderr]).toEqual([1, expect.stringContaining(`was moved to ${to}`)]);
  expect((await checkStore(readEnv({ DATA_DIR }), Date.now()))[0]?.says).toContain(`was moved to ${to}`);
  expect(run('move-data', ['--from-moved'], { DATA_DIR }).stdout).toContain('It is used again.');
  expect(run('emails', [], { DATA_DIR }).status).toBe(0);
  expect([readSecret(null, to), statSync(join(to, 'auth-secret')).mode & 0o777]).toEqual([secret, 0o600]);
});

test('Every command that the guide names for operators is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const guide = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  for (const [, name = ''] of guide.matchAll(/npm run ([a-z:-]+[a-z])/g)) expect(Object.keys(scripts)).toContain(name);
  for (const [path] of guide.matchAll(/\bbin\/[a-z-]+\.ts/g)) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

function run(command: string, args: string[], settings: Record<string, string>) {
  return spawnSync(process.execPath, [`bin/${command}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder(), ...settings },
  });
}
