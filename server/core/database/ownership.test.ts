// Protects: somebody who starts Kerbside as another user is told whose folder it is, in a sentence.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const canBecomeOthers = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0;

test.runIf(canBecomeOthers)('in a folder that the user may not enter, the hint names its owner', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o700);
  chownSync(folder, 65_533, 65_533);
  const script = `import('./server/core/database/ownership.ts').then(({ ownerHint }) => console.log(ownerHint(process.argv[1])))`;
  const asNobody = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    process.execPath,
    '-e',
    script,
    join(folder, 'kerbside.lock'),
  ];
  const { stdout, stderr } = spawnSync('setpriv', asNobody, { cwd: root, encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^ \S+ belongs to user 65533, and this runs as \S+: run it as the former, or/),
    '',
  ]);
});
