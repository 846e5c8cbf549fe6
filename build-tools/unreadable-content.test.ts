// Protects: content that cannot be read is named in a sentence.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { gatherContent } from './gather-content.mjs';

const shipped = { 'content/faq.ts': 'questions', 'content/services/hire.md': 'cars' };

test.each([
  ['faq.ts', 'faq.ts', 'leads back to where it is'],
  ['services/recovery.md', 'recovery.md', 'leads back to where it is'],
  ['services/more', '.', 'leads back to where it is'],
  ['faq.ts', 'nothing', 'leads to nothing'],
])('own/%s is a link to %s: a sentence names the file', (file, target, reason) => {
  const root = project({ ...shipped, 'own/services/towing.md': 'trucks' });
  symlinkSync(target, join(root, 'own', file));
  expect(() => gatherContent(root)).toThrow(`own/${file} cannot be read: it is a link that ${reason}.`);
});

test('own is a link to itself: a sentence says that it must be a folder', () => {
  const root = project(shipped);
  symlinkSync('own', join(root, 'own'));
  expect(() => gatherContent(root)).toThrow('own must be a folder');
});

test('npm run types says in a sentence why content cannot be gathered, and nothing else', () => {
  const root = project({ ...shipped, 'own/fag.ts': 'ours' });
  const rules = ['build-tools/gather-content.mjs', 'build-tools/own-languages.mjs'];
  for (const path of ['bin/check-types.mjs', 'bin/setup.mjs', 'bin/releases.mjs', ...rules])
    cpSync(join(import.meta.dirname, '..', path), join(root, path));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/check-types.mjs')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^own\/fag\.ts would not be read: .+\.\n$/);
});

function project(files: Record<string, string>): string {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
