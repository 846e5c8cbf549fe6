import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const files = {
  'package.json': '{ "type": "module", "imports": { "#content/*": "./.content/*" } }',
  'forms/options.ts': "export { brand } from '#content/pages/home-head.ts';\n",
  'content/pages/home-head.ts': "export { brand } from '../site.ts';\n",
  'content/site.ts': "export const brand = 'the sample';\n",
};

/** A program of its own, because Vitest resolves what modules import in another way than Node. */
const program = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  import { importContent } from ${JSON.stringify(join(import.meta.dirname, 'content-modules.ts'))};
  import { gatherContent } from ${JSON.stringify(join(import.meta.dirname, 'gather-content.mjs'))};

  const root = process.cwd();
  async function say() {
    gatherContent(root, '');
    for (const file of ['content/site.ts', 'content/pages/home-head.ts', 'forms/options.ts'])
      console.log((await importContent(root, file)).brand);
    // The next change is at another time.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  await say();
  mkdirSync('own');
  for (const brand of ['ours', 'another']) {
    writeFileSync('own/site.ts', 'export const brand = ' + JSON.stringify(brand));
    await say();
  }
  rmSync('own', { recursive: true });
  await say();`;

test('content of one’s own that is begun, changed and ended while a program runs is what it reads from then on', () => {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root, encoding: 'utf8' });
  const expected = ['the sample', 'ours', 'another', 'the sample'].flatMap((brand) => [brand, brand, brand]);
  expect(said.trim().split('\n')).toEqual(expected);
});
