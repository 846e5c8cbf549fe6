// Protects: a process that is started while another one ends takes over from it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { undisturbed } from '#testing/undisturbed.ts';
import { acquireDataDirLock } from './data-dir.ts';

test('a process waits for its predecessor for as long as that may take to end while a balancer asks', async () => {
  const follow = async () => {
    const dataDir = temporaryFolder();
    const predecessor = `
      import Sqlite from 'better-sqlite3';
      const lock = new Sqlite(${JSON.stringify(join(dataDir, 'kerbside.lock'))});
      lock.exec('begin exclusive');
      process.stdout.write('held');
      setTimeout(() => lock.close(), 14_500);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', predecessor], { cwd: import.meta.dirname });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    try {
      acquireDataDirLock(dataDir).release();
      return 'taken over';
    } catch (error) {
      // The predecessor may have stood still, and held it for longer.
      return String(error);
    } finally {
      await ended;
    }
  };
  expect(await undisturbed(follow, (outcome) => outcome === 'taken over')).toBe('taken over');
});
