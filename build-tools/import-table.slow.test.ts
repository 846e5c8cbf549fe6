// Protects: a planted import that the table does not allow is caught.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { gatherContent } from './gather-content.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const made: string[] = [];

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
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

let violations: ReturnType<typeof cruise> | null = null;

test.each([
  ['a value from the server in a page', 'app/site/value-page.tsx', true],
  ['wiring in a folder', 'server/observability/wiring.ts', true],
  ['a cycle, reported once', 'server/observability/back.ts', true],
  ['a cycle of types, reported once', 'server/observability/type-back.ts', true],
  ['the mail library outside its file', 'server/staff/mail.ts', true],
  ['a file that does not exist', 'server/observability/nothing.ts', true],
  ['a type from the server in a page', 'app/site/type-page.tsx', false],
])('An import of %s (%s) is a violation: %s', async (_, file, isViolation) => {
  violations ??= cruise(planted);
  expect((await violations).some(({ from }) => from === file)).toBe(isViolation);
});

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
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const { summary }: { summary: { violations: { from: string }[] } } = JSON.parse(stdout);
  return summary.violations;
}
