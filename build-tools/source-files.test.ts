// Protects: a file of code is short enough to be read, and a test file says what it is for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['app', 'bench', 'bin', 'build-tools', 'content', 'content-rules', 'e2e', 'forms', 'server', 'testing'];

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    // A benchmark installs packages of its own.
    .filter((file) => !file.includes('node_modules'))
    .map((file) => join(folder, file));

test('no file of code has more than 300 lines', () => {
  const files = folders.flatMap(filesIn).filter((file) => /\.(ts|tsx|mts|mjs|cjs|css)$/.test(file));
  const lengthOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => lengthOf(file) > 300)).toEqual([]);
});

test('a test file says in its first line what it protects', () => {
  const tests = folders.flatMap(filesIn).filter((file) => /\.test\.tsx?$/.test(file));
  expect(tests.length).toBeGreaterThan(300);
  const isSilent = (file: string) => !/^\/\/ Protects: .{20,}\.\n/.test(readFileSync(join(root, file), 'utf8'));
  expect(tests.filter(isSilent)).toEqual([]);
});
