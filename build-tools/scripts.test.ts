// Protects: the scripts of package.json run in every shell, and CI runs every test.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

test.each(Object.entries<string>(scripts))('npm run %s needs no particular shell: %s', (_, command) => {
  for (const part of command.split(' && ')) expect(part).toMatch(/^(?:node|biome|react-router|tsc)(?: [\w./: -]+)?$/);
});

test('CI runs every test, and nothing else decides; people are told of both commands', () => {
  expect(scripts['test:all']).toBe(`${scripts.test} --all`);
  const [first, ...commands] = read('.ci/run').trim().split('\n');
  expect([first, commands]).toEqual(['#!/usr/bin/env bash', ['set -eu', 'cd "$(dirname "$0")/.."', 'npm run test:all']]);
  for (const path of ['README.md', 'CONTRIBUTING.md'])
    for (const command of ['npm test', 'npm run test:all']) expect(read(path), path).toContain(command);
});

test('bin/ holds commands: nothing but tests, benchmarks and other commands imports from it', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { encoding: 'utf8' }).split('\n');
  const others = sources.filter((path) => path !== '' && !/^(?:bin|bench|e2e|testing)\/|\.test\.tsx?$/.test(path));
  expect(others).toContain('vite.config.ts');
  expect(others.filter((path) => /(?:from|import\(|require\() ?'[./]*\/bin\//.test(read(path)))).toEqual([]);
});
