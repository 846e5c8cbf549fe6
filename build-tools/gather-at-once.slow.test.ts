// Protects: what is gathered is there, whole, at every moment, whatever gathers it meanwhile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { gatherContent } from './gather-content.mjs';

test('while several processes gather again and again, a reader finds every file, whole', async () => {
  const long = 'ours '.repeat(100_000);
  const root = temporaryFolder();
  for (const folder of ['content/services', 'content/guides', 'own']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'content/site.ts'), 'the sample');
  writeFileSync(join(root, 'own/site.ts'), `1${long}`);
  gatherContent(root);
  const script = `import { gatherContent } from ${JSON.stringify(join(import.meta.dirname, 'gather-content.mjs'))};
    import { existsSync, writeFileSync, renameSync } from 'node:fs';
    for (let turn = 0; turn < 100 || !existsSync(${JSON.stringify(join(root, 'enough'))}); turn += 1) {
      writeFileSync(process.argv[1], turn % 10 + 'ours '.repeat(100_000));
      renameSync(process.argv[1], ${JSON.stringify(join(root, 'own/site.ts'))});
      gatherContent(${JSON.stringify(root)});
    }`;
  const gathering = ['one', 'two'].map((name) =>
    spawn(process.execPath, ['--input-type=module', '--eval', script, join(root, name)], { stdio: 'inherit' }),
  );
  onTestFinished(() => {
    for (const child of gathering) child.kill('SIGKILL');
  });
  const ended = Promise.all(gathering.map(async (child) => (await once(child, 'exit'))[0]));
  let running = true;
  void ended.then(() => {
    running = false;
  });
  for (let reads = 1; running; reads += 1) {
    expect(readFileSync(join(root, '.content/site.ts'), 'utf8')).toHaveLength(long.length + 1);
    if (reads === 100) writeFileSync(join(root, 'enough'), '');
    await new Promise(setImmediate);
  }
  expect(await ended).toEqual([0, 0]);
  expect(readdirSync(root).filter((name) => name.startsWith('.gathered-') || name.startsWith('.content-'))).toEqual([]);
});
