import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { request } from './http.ts';
import { collect, root } from './product.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

/** How a release of the small product behaves. */
type Behaviour = {
  name: string;
  build?: 'fails';
  migrations?: 'fail' | 'change' | 'need a stop';
  ready?: 'never' | 'without a store';
  start?: 'ends';
  packages?: Record<string, { version: string }>;
};

/**
 * A checkout, built and with a store, of a product that takes milliseconds to build and start, with the real commands that start and upgrade
 * it; and where it is pulled from.
 */
export async function createSmallProduct() {
  const folder = temporaryFolder();
  const [upstream, checkout] = [join(folder, 'upstream'), join(folder, 'checkout')];
  mkdirSync(join(upstream, 'server'), { recursive: true });
  for (const name of realFiles) cpSync(join(root, name), join(upstream, name), { recursive: true });
  for (const [name, source] of Object.entries(smallFiles)) writeFileSync(join(upstream, name), source);
  git(upstream, 'init', '--quiet', '--initial-branch=main');
  release(upstream, { name: 'one' });
  git(folder, 'clone', '--quiet', upstream, checkout);
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(checkout, 'node_modules/.bin/node'));
  writeFileSync(join(checkout, 'node_modules/.package-lock.json'), '{ "packages": {} }');
  const lock = readFileSync(join(checkout, 'package-lock.json'));
  writeFileSync(join(checkout, 'node_modules/.kerbside-installed'), createHash('sha256').update(lock).digest('hex'));
  mkdirSync(join(checkout, 'data'));
  writeFileSync(join(checkout, 'data/kerbside.sqlite'), 'the store');
  execFileSync(process.execPath, ['bin/build.ts'], { cwd: checkout });
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, PORT: port, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

  function run(script: string, args: string[] = [], settings: Record<string, string> = {}) {
    // A group of its own, so that a kill ends what it has started too.
    const child = spawn(process.execPath, [script, ...args], { cwd: checkout, env: { ...env, ...settings }, detached: true });
    const output = collect(child);
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    onTestFinished(async () => {
      kill(child);
      await exited;
    });
    return { child, output, exited };
  }

  return {
    checkout,
    release: (behaviour: Behaviour) => release(upstream, behaviour),
    /** npm start. Resolves when it serves. */
    start: async () => {
      const started = run('bin/start.mjs');
      const ended = started.exited.then(() => Promise.reject(new Error(`It ended: ${started.output.text()}`)));
      ended.catch(() => {});
      await Promise.race([until('the product to serve', async () => (await answer()) !== null), ended]);
      return {
        stop: async () => {
          kill(started.child);
          await started.exited;
          await until('the port to be free', async () => (await answer()) === null);
        },
      };
    },
    /** npm run upgrade, until it ends, or is killed once it has written this. */
    upgrade: async (args: string[] = [], { killAt = null as string | null, ...settings }: Record<string, string | null> = {}) => {
      const upgrade = run('bin/upgrade.mjs', args, settings as Record<string, string>);
      if (killAt) await Promise.race([upgrade.output.until(killAt), upgrade.exited]);
      if (killAt) kill(upgrade.child);
      return { status: await upgrade.exited, output: upgrade.output.text() };
    },
    /** npm run NAME, until it ends. */
    command: async (...args: string[]) => {
      const command = run('bin/command.mjs', args);
      return { status: await command.exited, output: command.output.text() };
    },
    /** The release that serves, or null. */
    answer,
    serves: (name: string) => until(`${name} to serve`, async () => (await answer()) === name),
    releases: () => readdirSync(join(checkout, '.releases')).filter((name) => name !== 'launcher.json'),
  };

  async function answer(): Promise<string | null> {
    return request(`http://127.0.0.1:${port}/`).then(
      ({ text }) => text,
      () => null,
    );
  }
}

function release(upstream: string, { packages = {}, ...behaviour }: Behaviour): void {
  writeFileSync(join(upstream, 'release.json'), JSON.stringify(behaviour));
  const all = { '': {}, ...packages };
  writeFileSync(join(upstream, 'package-lock.json'), JSON.stringify({ name: 'small', lockfileVersion: 3, packages: all }));
  git(upstream, 'add', '--all');
  git(upstream, 'commit', '--quiet', '--message', `Release ${behaviour.name}`);
}

export function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@your-site.example', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** A power cut, as far as these processes see. */
function kill({ pid }: ChildProcess): void {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const realFiles = [
  ...['start', 'launcher', 'command', 'releases', 'setup', 'upgrade', 'node-options', 'first-gathering', 'install-progress'].map(
    (name) => `bin/${name}.mjs`,
  ),
  ...['build-tools/gather-content.mjs', 'build-tools/own-languages.mjs'],
];

const smallFiles = {
  '.gitignore': 'node_modules\nbuild\ndata\nbackups\n.releases\n',
  'package.json': '{ "name": "small", "type": "module" }\n',
  'bin/build.ts': `
import { cpSync, readFileSync } from 'node:fs';
if (JSON.parse(readFileSync('release.json', 'utf8')).build === 'fails') throw new Error('It does not compile.');
cpSync('release.json', 'build/server/index.js');`,
  'bin/backup.ts': `
import { cpSync, writeFileSync } from 'node:fs';
const folder = process.argv[3];
cpSync('data/kerbside.sqlite', folder + '/kerbside.sqlite');
writeFileSync(folder + '/manifest.json', '{}');`,
  'bin/upgrade-store.ts': `
import { existsSync, readFileSync } from 'node:fs';
const { migrations } = JSON.parse(readFileSync(new URL('../release.json', import.meta.url), 'utf8'));
if (migrations === 'fail') {
  console.error('There is a column already.');
  process.exit(1);
}
const names = migrations ? ['1-changes'] : [];
const run = existsSync('data/changes') ? ['1-changes'] : [];
const answers = {
  try: { pending: names, seconds: 1, needsStop: migrations === 'need a stop' ? ['column phone of form_submissions removed'] : [] },
  unknown: run.filter((name) => !names.includes(name)),
};
console.log(JSON.stringify(answers[process.argv[2]] ?? null));`,
  'bin/export.ts': `
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
const { name } = JSON.parse(readFileSync(new URL('../release.json', import.meta.url), 'utf8'));
mkdirSync(process.argv[2], { recursive: true });
rmSync(process.argv[2] + '/current', { force: true });
symlinkSync('releases/' + name, process.argv[2] + '/current');`,
  'server/main.mjs': `
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { name, ready, start, migrations } = JSON.parse(readFileSync(new URL('../build/server/index.js', import.meta.url), 'utf8'));
if (start === 'ends') process.exit(1);
if (migrations) writeFileSync('data/changes', '');
const server = createServer((request, response) => {
  response.statusCode = request.url === '/readyz' && ready === 'never' ? 503 : 200;
  response.end(request.url === '/readyz' && ready === 'without a store' ? '{"ready":true,"store":"away"}' : name);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));`,
};
