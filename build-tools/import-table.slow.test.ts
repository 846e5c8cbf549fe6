// Protects: a planted import that the table does not allow is caught.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { gatherContent } from './gather-content.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const table: Record<string, string[]> = createRequire(import.meta.url)('./import-table.cjs');

const folders = Object.keys(table);

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

test('each folder may import what the table says, and a planted import of any other is caught', async () => {
  const pairs = folders.flatMap((from) => folders.filter((to) => to !== from).map((to) => ({ from, to })));
  const { violations } = await cruise({
    ...Object.fromEntries(folders.map((folder) => [`${folder}/wanted.ts`, 'export const wanted = 1;'])),
    ...Object.fromEntries(
      pairs.map(({ from, to }) => [importer(from, to), `import { wanted } from '#${to}/wanted.ts'; wanted;`]),
    ),
  });
  const forbidden = pairs.filter(({ from, to }) => !table[from]?.includes(to)).map(({ from, to }) => importer(from, to));
  expect([...new Set(violations.map(({ from }) => from))].sort()).toEqual(forbidden.sort());
});

/** Files by path. They are in one project, because each run of the checker costs seconds. */
const planted: Record<string, string> = {
  'server/env.ts': 'export const env = 1;',
  'server/observability/a.ts': 'export const a = 1; export type A = string;',
  'app/site/value-page.tsx': "import { a } from '#server/observability/a.ts'; a;",
  'app/site/type-page.tsx': "import type { A } from '#server/observability/a.ts'; export const a: A = '';",
  'server/observability/wiring.ts': "import { env } from '#server/env.ts'; env;",
  'server/observability/cycle.ts': "import './back.ts'; export const cycle = 1;",
  'server/observability/back.ts': "import './cycle.ts';",
  'server/observability/type-cycle.ts': "import type { Back } from './type-back.ts'; export type Cycle = Back;",
  'server/observability/type-back.ts': "import type { Cycle } from './type-cycle.ts'; export type Back = Cycle[];",
  'server/staff/mail.ts': "import { createTransport } from 'nodemailer'; createTransport;",
  'server/observability/nothing.ts': "import './no-such-file.ts';",
};

let violations: Promise<{ from: string }[]> | null = null;

test.each([
  ['a value from the server in a page', 'app/site/value-page.tsx', true],
  ['wiring in a folder', 'server/observability/wiring.ts', true],
  ['a cycle, reported once', 'server/observability/back.ts', true],
  ['a cycle of types, reported once', 'server/observability/type-back.ts', true],
  ['the mail library outside its file', 'server/staff/mail.ts', true],
  ['a file that does not exist', 'server/observability/nothing.ts', true],
  ['a type from the server in a page', 'app/site/type-page.tsx', false],
])('An import of %s (%s) is a violation: %s', async (_, file, isViolation) => {
  violations ??= cruise(planted).then((report) => report.violations);
  expect((await violations).some(({ from }) => from === file)).toBe(isViolation);
});

test('the check sees the modules of every folder, and every folder of the product is in the table', async () => {
  const { sources } = await cruiseIn(root);
  expect(sources.length).toBeGreaterThan(100);
  for (const folder of folders) expect(sources.filter((source) => source.startsWith(`${folder}/`)).length, folder).not.toBe(0);
  const known = new RegExp(`^(${folders.join('|')})/`);
  const unknown = sources.filter((source) => /^((app|server)\/[^/]+|content|forms)\//.test(source) && !known.test(source));
  expect(unknown).toEqual([]);
});

function importer(from: string, to: string): string {
  return `${from}/takes-${to.replace('/', '-')}.ts`;
}

/** Checks files of a project that has the real rules and nothing else. */
async function cruise(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-imports-'));
  made.push(folder);
  for (const name of ['.dependency-cruiser.cjs', 'build-tools/import-table.cjs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(folder, name));
  const library = 'node_modules/nodemailer';
  const all = { [`${library}/package.json`]: '{"name":"nodemailer","main":"index.js"}', [`${library}/index.js`]: '', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  gatherContent(folder);
  return cruiseIn(folder);
}

type Report = { modules: { source: string }[]; summary: { violations: { from: string; rule: { name: string } }[] } };

async function cruiseIn(folder: string) {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const { modules, summary }: Report = JSON.parse(stdout);
  return { sources: modules.map(({ source }) => source), violations: summary.violations };
}
