// Protects: what an owner does wrong is told in one sentence, which names the file, the field, and what to do.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Mistake, mistakes, sound } from '#testing/fixtures/owner-mistakes.ts';
import { soundlyTyped, typingMistakes } from '#testing/fixtures/typing-mistakes.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const root = join(import.meta.dirname, '..');

test.each([
  ['does', mistakes, sound],
  ['types', typingMistakes, soundlyTyped],
])('each mistake that an owner %s is one sentence, and what is none is not told', (_, mistakes, sound) => {
  const changes = [...Object.entries(mistakes).map(([name, [mistake]]) => [name, mistake] as const), ...Object.entries(sound)];
  const folders = changes.map(([name, change]) => [name, projectWith(change)]);
  const script = `
    import { gatherContent } from ${JSON.stringify(join(root, 'build-tools/gather-content.mjs'))};
    import { problemsUnder } from ${JSON.stringify(join(root, 'build-tools/problems-under.ts'))};
    const told = {};
    for (const [name, folder] of ${JSON.stringify(folders)})
      try {
        gatherContent(folder, '');
        told[name] = await problemsUnder(folder);
      } catch ({ message }) {
        told[name] = [message];
      }
    console.log(JSON.stringify(told));`;
  // A program of its own, because Vitest reads modules in another way than Node.
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  const expected = [
    ...Object.entries(mistakes).map(([name, [, sentence]]) => [name, [sentence]]),
    ...Object.keys(sound).map((name) => [name, []]),
  ];
  expect(JSON.parse(stdout || JSON.stringify(stderr))).toEqual(Object.fromEntries(expected));
});

/** A light copy of the project: what the content is read from. */
function projectWith({ file, right, wrong }: Mistake): string {
  const folder = temporaryFolder();
  for (const name of ['content', 'forms', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const [top = ''] = file.split('/');
  if (file !== top && existsSync(join(root, 'content', top)))
    cpSync(join(root, 'content', top), join(folder, 'own', top), { recursive: true });
  mkdirSync(dirname(join(folder, 'own', file)), { recursive: true });
  const source = right === undefined ? '' : readFileSync(join(root, 'content', file), 'utf8');
  const text = right === undefined ? wrong : source.replace(right, () => wrong);
  if (text === source && right !== undefined) throw new Error(`content/${file} has no ${right}.`);
  writeFileSync(join(folder, 'own', file), text);
  return folder;
}
