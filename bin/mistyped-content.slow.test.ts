// Protects: a mistyped file of the owner's is told in the same sentence by every command, without a stack.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyProject } from '#testing/copy-project.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('npm run build, npm start, npm test, npm run launch-check and npm run staff', () => {
  const folder = temporaryFolder();
  copyProject(folder);
  mkdirSync(join(folder, 'own'));
  const site = readFileSync(join(folder, 'content/site.ts'), 'utf8');
  writeFileSync(join(folder, 'own/site.ts'), site.replace(/town: '.*'/, "town: 'St David's House'"));
  const sentence =
    /^ *own\/site\.ts: line \d+ \(town: 'St David's House',\) has an apostrophe .+: write "St David's House" instead\.$/;
  for (const command of ['command build', 'start', 'test owner-mistakes', 'command launch-check', 'command staff list']) {
    const args = ['bin/npm-script.mjs', ...command.split(' ')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const lines = `${stdout}${stderr}`.trim().split('\n');
    const others = ['The content has problems:', 'The build failed; see above.'];
    expect([command, status]).toEqual([command, 1]);
    expect(lines.filter((line) => !others.includes(line))).toEqual([expect.stringMatching(sentence)]);
  }
});
