// Protects: npm start, npm run dev and npm test work in a fresh checkout and leave no process.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { siteSourceWith } from '#testing/fixtures/example-content.ts';
import { freePort } from '#testing/free-port.ts';
import { request } from '#testing/http.ts';
import { collect, type Exit, root } from '#testing/product.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { waitLimitMs } from '#testing/until.ts';

/** A copy of the project, as after a checkout: these tests build it, and others read the build of the real one meanwhile. */
let project: string;
const groups: number[] = [];

beforeAll(async () => {
  project = await makeFolder();
  const left = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'test-results']);
  const names = (await readdir(root)).filter((name) => !left.has(name) && !name.startsWith('.build-'));
  await Promise.all(names.map((name) => cp(join(root, name), join(project, name), { recursive: true })));
  await linkPackages();
});

afterEach(() => {
  for (const group of groups.splice(0)) endGroup(group);
});

afterAll(() => removeFolder(project));

test("The first npm start builds, then prints the site's address and where emails go", async () => {
  const start = await open({ command: 'npm start --silent' });
  await start.writes('Emails:');
  const [building, ...lines] = start.stdout().trim().split('\n');
  expect(building).toBe('Building …');
  expect(lines.slice(-2)).toEqual([
    `Site:    http://127.0.0.1:${start.port}`,
    `Emails: ${project}/kept/mail as .eml files, until SMTP_URL is set`,
  ]);
  expect((await request(`${start.url}/make-a-claim`)).status).toBe(200);
});

test('A second start does not build again; one after a change of content of one’s own does, and shows its brand and colours', async () => {
  const second = await open({ command: 'npm start --silent' });
  await second.writes('Emails:');
  expect(second.stdout().trim().split('\n')).toHaveLength(2);
  await second.end('SIGTERM');

  await mkdir(join(project, 'own'), { recursive: true });
  const site = await readFile(join(project, '.content/site.ts'), 'utf8');
  await writeFile(join(project, 'own/site.ts'), siteSourceWith(site, { brand: 'Harbour Accident Help' }));
  const colours = await readFile(join(project, '.content/colours.css'), 'utf8');
  await writeFile(join(project, 'own/colours.css'), colours.replace(/--action: #\w{6}/, '--action: #f0a1b2'));
  const third = await open({ command: 'npm start --silent' });
  await third.writes('Emails:');
  expect(third.stdout()).toContain('Building …');
  const { text } = await request(third.url);
  expect(text).toContain('Harbour Accident Help');
  expect(text).toContain('--action:#f0a1b2');
  expect((await request(`${third.url}/favicon.svg`)).text).toContain('#f0a1b2');
});

test('A build that fails leaves the build before, and nothing of its own', async () => {
  const layout = join(project, 'app/root.tsx');
  const source = await readFile(layout, 'utf8');
  const before = await readdir(join(project, 'build'), { recursive: true });
  await writeFile(layout, `${source}\nimport './no-such-file.ts';\n`);
  const build = await open({ command: 'npm run build --silent' });
  expect(await build.ended).toEqual({ code: 1, signal: null });
  await writeFile(layout, source);
  expect(build.stderr()).toContain('no-such-file');
  expect(await readdir(join(project, 'build'), { recursive: true })).toEqual(before);
  expect((await readdir(project)).filter((name) => name.startsWith('.build-'))).toEqual([]);
  const start = await open({ command: 'npm start --silent' });
  await start.writes('Emails:');
  expect(start.stdout()).not.toContain('Building');
});

test('npm test with a pattern runs only the tests whose path contains it', async () => {
  const part = await open({ command: 'npm test --silent -- bin/launch/reserved' });
  expect(await part.ended).toEqual({ code: 0, signal: null });
  expect(part.stdout()).toMatch(/^\d+ passed, 0 failed$/m);
  const { testResults } = JSON.parse(await readFile(join(project, 'test-results/tests.json'), 'utf8'));
  expect(testResults.map(({ name }: { name: string }) => name)).toEqual([join(project, 'bin/launch/reserved-names.test.ts')]);
  expect(part.stdout()).not.toMatch(/=== (?:browser journeys|types)/);
  const none = await open({ command: 'npm test --silent -- no-such-test' });
  expect(await none.ended).toEqual({ code: 1, signal: null });
});

test.each([
  ['PORT', 'eighty'],
  ['SITE_URL', 'claims.example'],
  ['SMTP_URL', 'mail.example:25'],
])('%s=%s: it exits with 1 and one sentence that names the setting', async (name, value) => {
  const start = await open({ settings: { [name]: value } });
  expect(await start.ended).toEqual({ code: 1, signal: null });
  expect(start.stdout()).toBe('');
  expect(start.stderr()).toMatch(new RegExp(`^${name} must [^\\n]+\\.\\n$`));
});

test('a port that is taken: it exits with 1 and one sentence', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const start = await open({ settings: { PORT: String(port) } });
  expect(await start.ended).toEqual({ code: 1, signal: null });
  expect(start.stdout()).toBe('');
  expect(start.stderr()).toMatch(new RegExp(`^Port ${port} is taken[^\\n]*\\.\\n$`));
  await new Promise((closed) => other.close(closed));
});

test('SIGTERM to the launcher ends the server, and the launcher with 0', async () => {
  const start = await open({});
  await start.writes('Emails:');
  expect(await start.end('SIGTERM')).toEqual({ code: 0, signal: null });
  await expectGone(start.url);
});

test('SIGTERM to npm start ends every process that it has started', async () => {
  const start = await open({ command: 'npm start --silent' });
  await start.writes('Emails:');
  const processes = processesIn(start.child.pid ?? Number.NaN);
  expect(processes.length).toBeGreaterThan(1);
  // It ended by the signal or with 0, which depends on whether the system's shell passes signals on.
  expect([
    { code: 0, signal: null },
    { code: null, signal: 'SIGTERM' },
  ]).toContainEqual(await start.end('SIGTERM'));
  await expectGone(start.url);
  await vi.waitUntil(() => processesIn(start.child.pid ?? Number.NaN).length === 0, { timeout: waitLimitMs });
});

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm run dev’s launcher ends what it has started', async (signal) => {
  const dev = await open({ command: 'node bin/dev.mjs' });
  await dev.writes('Emails:');
  expect(processesIn(dev.child.pid ?? Number.NaN).length).toBeGreaterThan(1);
  dev.child.kill(signal);
  const [code] = dev.child.exitCode === null ? await once(dev.child, 'exit') : [dev.child.exitCode];
  expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
  await vi.waitUntil(() => processesIn(dev.child.pid ?? Number.NaN).length === 0, { timeout: waitLimitMs });
});

test('Ctrl-C, which signals every process, ends it with 0', async () => {
  const start = await open({});
  await start.writes('Emails:');
  process.kill(-(start.child.pid ?? Number.NaN), 'SIGINT');
  expect(await start.ended).toEqual({ code: 0, signal: null });
  await expectGone(start.url);
});

test('The server ends when the launcher is killed', async () => {
  const start = await open({});
  await start.writes('Emails:');
  await start.end('SIGKILL');
  await expectGone(start.url);
});

/**
 * The installed packages, each by a link of its own in a folder of the copy: were they one linked folder, an install in the copy
 * would empty the real one. There is none to be done either, because a project whose packages are out of date is refused here.
 */
async function linkPackages(): Promise<void> {
  const lock = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  const installed = await readFile(join(root, 'node_modules/.kerbside-installed'), 'utf8').catch(() => 'nothing');
  if (installed !== lock.digest('hex'))
    throw new Error('The installed packages are not those of package-lock.json: run npm test.');
  await mkdir(join(project, 'node_modules'));
  const names = await readdir(join(root, 'node_modules'));
  await Promise.all(names.map((name) => symlink(join(root, 'node_modules', name), join(project, 'node_modules', name))));
}

/** Runs a command of the project with these settings and no others. */
async function open({ command = 'node bin/start.mjs', settings = {} }: { command?: string; settings?: Record<string, string> }) {
  const port = await freePort();
  const [program = '', ...args] = command.split(' ');
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: join(project, 'kept'), LOG_LEVEL: 'warn', ...settings },
    // Each command has a process group of its own, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid) groups.push(child.pid);
  const written = collect(child);
  const ended = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part: string) => {
      said[name] += part;
    });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    child,
    writes: written.until,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** The processes of this group that have not ended. */
function processesIn(group: number): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,pid=,stat='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([pgid, pid = '', state]) => (Number(pgid) === group && !state?.startsWith('Z') ? [pid] : []));
}

/** Ends whatever is left of a command, where anything is. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
  }
}

/** Waits until nothing answers at this address any more. */
async function expectGone(url: string): Promise<void> {
  const answers = () =>
    request(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(async () => !(await answers()), { timeout: waitLimitMs });
}
