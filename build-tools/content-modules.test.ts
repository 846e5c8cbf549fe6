// Protects: a running program reads the owner's content as it is now.
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

/** Programs of their own, because Vitest resolves what modules import in another way than Node. */
const setup = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  import { importContent } from ${JSON.stringify(join(import.meta.dirname, 'content-modules.ts'))};
  import { gatherContent } from ${JSON.stringify(join(import.meta.dirname, 'gather-content.mjs'))};

  const root = process.cwd();
  const nextTime = () => new Promise((resolve) => setTimeout(resolve, 20));`;

const program = `${setup}
  async function say() {
    gatherContent(root, '');
    for (const file of ['content/site.ts', 'content/pages/home-head.ts', 'forms/options.ts'])
      console.log((await importContent(root, file)).brand);
    await nextTime();
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
  const said = run(program);
  const expected = ['the sample', 'ours', 'another', 'the sample'].flatMap((brand) => [brand, brand, brand]);
  expect(said).toEqual(expected);
});

test('what a file lacks that another imports is told by its own name', () => {
  const said = run(`${setup}
    mkdirSync('own');
    for (const text of ['export const name = 1', "export { brand } from './faq.ts'"]) {
      writeFileSync('own/site.ts', text);
      gatherContent(root, '');
      await importContent(root, 'forms/options.ts').catch(({ message }) => console.log(message));
      await nextTime();
    }`);
  expect(said[0]).toBe('content/site.ts: brand is missing, which content/pages/home-head.ts imports.');
  expect(said[1]).toBe('content/site.ts: imports ./faq.ts, which is not there.');
});

/** The lines that it prints in a folder with these files. */
function run(script: string): string[] {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' });
  return output.trim().split('\n');
}
