// Protects: an upgrade conflicts with nothing that the owner wrote.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exampleService, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { removeFolder } from '#testing/remove-folder.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { makeFolder } from '#testing/test-run.ts';
import { importContent } from '../build-tools/content-modules.ts';
import { gatherContent } from '../build-tools/gather-content.mjs';
import { problemsUnder } from '../build-tools/problems-under.ts';

/** What docs/make-it-yours.md and docs/operations.md say of git, on a clone of what is gathered, checked and upgraded of this project. */

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = readFileSync(join(root, 'content/steps.ts'), 'utf8');
const form = readFileSync(join(root, 'forms/claim.ts'), 'utf8');

let first: string;
let upstream: string;
let clone: string;
let own: string;

beforeAll(async () => {
  first = await makeFolder();
  for (const name of ['.gitignore', 'content', 'forms', 'package.json'])
    cpSync(join(root, name), join(first, name), { recursive: true });
  git(first, 'init', '--quiet', '--initial-branch=main');
  commit(first, 'A release');
});

afterAll(() => removeFolder(first));

beforeEach(() => {
  const folder = temporaryFolder();
  [upstream, clone] = [join(folder, 'upstream'), join(folder, 'my-claims')];
  git(first, 'clone', '--quiet', first, upstream);
  git(upstream, 'clone', '--quiet', upstream, clone);
  own = join(clone, 'own');
  mkdirSync(join(own, 'services'), { recursive: true });
  writeBrand('Harbour Help');
  cpSync(join(clone, 'content/services'), join(own, 'services'), { recursive: true });
  writeFileSync(join(own, 'services/towing.md'), exampleService);
  git(own, 'init', '--quiet', '--initial-branch=main');
  commit(own, 'Our words');
});

test('an upgrade brings what the owner has not changed, conflicts with nothing, and can be taken back', async () => {
  expect(await gathered()).toEqual({ brand: 'Harbour Help', steps, problems: [] });
  expect(readdirSync(join(clone, '.content/services'))).toContain('towing.md');

  const better = release();
  git(clone, 'pull', '--quiet');
  expect([git(clone, 'status', '--porcelain'), git(own, 'status', '--porcelain')]).toEqual(['', '']);
  expect(await gathered()).toEqual({ brand: 'Harbour Help', steps: better, problems: [] });
  expect(existsSync(join(clone, '.content/more-words.ts'))).toBe(true);

  git(clone, 'checkout', '--quiet', 'HEAD~1');
  expect(await gathered()).toEqual({ brand: 'Harbour Help', steps, problems: [] });
  expect(existsSync(join(clone, '.content/more-words.ts'))).toBe(false);
  git(clone, 'switch', '--quiet', 'main');
  expect(await gathered()).toEqual({ brand: 'Harbour Help', steps: better, problems: [] });
});

test('a change of the owner’s words is taken back in their own repository', async () => {
  writeBrand('Lighthouse Help');
  commit(own, 'Another name');
  expect((await gathered()).brand).toBe('Lighthouse Help');
  git(own, 'checkout', '--quiet', 'HEAD~1');
  expect((await gathered()).brand).toBe('Harbour Help');
});

test('a change of a form, which is code, is a commit that an upgrade is put under', async () => {
  appendFileSync(join(clone, 'forms/claim.ts'), '\n// A field more.\n');
  commit(clone, 'Ask for one thing more');
  release();
  git(clone, 'pull', '--quiet', '--rebase');
  expect(git(clone, 'status', '--porcelain')).toBe('');
  expect(readFileSync(join(clone, 'forms/claim.ts'), 'utf8')).toBe(`${form}\n// A field more.\n`);
  expect(git(clone, 'log', '--format=%s').split('\n')).toEqual(['Ask for one thing more', 'A better release', 'A release']);
});

test('a file whose place a release has removed is named, and nothing of it is lost', async () => {
  cpSync(join(clone, 'content/benefits.ts'), join(own, 'benefits.ts'));
  rmSync(join(upstream, 'content/benefits.ts'));
  commit(upstream, 'Fewer words');
  git(clone, 'pull', '--quiet');
  expect(() => gatherContent(clone)).toThrow('own/benefits.ts would not be read: there is no content/benefits.ts');
  expect(existsSync(join(own, 'benefits.ts'))).toBe(true);
});

/** One file that the owner has, one that they have not, and one that is new. */
function release(): string {
  const better = steps.replace(/title: '/, "title: 'Better: ");
  const site = join(upstream, 'content/site.ts');
  writeFileSync(site, readFileSync(site, 'utf8').replace(/brand: '[^']*'/, "brand: 'The sample of a later release'"));
  writeFileSync(join(upstream, 'content/steps.ts'), better);
  writeFileSync(join(upstream, 'content/more-words.ts'), 'export const more = 1;\n');
  commit(upstream, 'A better release');
  return better;
}

async function gathered() {
  gatherContent(clone);
  const { site } = (await importContent(clone, 'content/site.ts')) as { site: { brand: string } };
  return {
    brand: site.brand,
    steps: readFileSync(join(clone, '.content/steps.ts'), 'utf8'),
    problems: await problemsUnder(clone),
  };
}

function writeBrand(brand: string): void {
  writeFileSync(join(own, 'site.ts'), siteSourceWith(readFileSync(join(clone, 'content/site.ts'), 'utf8'), { brand }));
}

function commit(folder: string, subject: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', subject);
}

/** Without the settings of the shell that runs this. */
function git(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@your-site.example', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}
