// Protects: an upgrade looks for its release where its branch comes from, and says in a sentence where it cannot begin.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@kerbside.example', '-c', 'init.defaultBranch=main'];
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', [...settings, ...args], { cwd: folder, encoding: 'utf8' }).trim();
const commit = (folder: string, message: string) => git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);

/** A source with one commit, and a clone of it. */
function clone() {
  const [source, place] = [temporaryFolder(), temporaryFolder()];
  git(source, 'init', '--quiet');
  commit(source, 'One');
  const checkout = join(place, 'checkout');
  git(place, 'clone', '--quiet', source, checkout);
  return { source, checkout };
}

/** In a process of its own, which has no types for this file. */
function call(name: string, folder: string, env: Record<string, string | undefined> = {}) {
  const module = fileURLToPath(new URL('git.mjs', import.meta.url));
  const code = `import(${JSON.stringify(module)}).then((git) => console.log(git[${JSON.stringify(name)}](${JSON.stringify(folder)}))).catch((error) => console.log(error.message))`;
  return spawnSync(process.execPath, ['-e', code], {
    encoding: 'utf8',
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
  }).stdout.trim();
}

test('a clone with another remote, whose name comes first, is upgraded from where its branch comes from', () => {
  const { source, checkout } = clone();
  git(checkout, 'remote', 'add', 'backup', join(source, 'which-is-not-there'));
  commit(source, 'Two');
  expect(call('findRelease', checkout)).toBe(git(source, 'rev-parse', 'HEAD'));
});

test('a detached head with another remote is upgraded from origin', () => {
  const { source, checkout } = clone();
  git(checkout, 'remote', 'add', 'backup', join(source, 'which-is-not-there'));
  git(checkout, 'checkout', '--quiet', '--detach');
  expect(call('findRelease', checkout)).toBe(git(checkout, 'rev-parse', 'HEAD'));
});

test('a machine without git is told so, and not that the clone is none', () => {
  expect(call('findRelease', clone().checkout, { PATH: '/nowhere' })).toContain('needs git, which is not installed');
});

test.skipIf(process.getuid?.() !== 0)('a clone of another user is refused before anything is written', () => {
  const { checkout } = clone();
  expect(call('refuseOtherUser', checkout)).toBe('undefined');
  chownSync(checkout, 12_345, 12_345);
  expect(call('refuseOtherUser', checkout)).toContain(`${checkout} belongs to user 12345: run npm run upgrade as that user.`);
});
