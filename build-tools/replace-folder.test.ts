// Protects: a build is replaced whole or not at all, also where the process is killed in between.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '#testing/test-run.ts';
import { replaceFolder, restoreFolder } from './replace-folder.ts';

let root: string;
const make = (name: string) => {
  const folder = join(root, name);
  mkdirSync(join(folder, 'below'), { recursive: true });
  for (const file of ['name', 'below/name']) writeFileSync(join(folder, file), name);
  return folder;
};
const namesIn = (folder: string) => ['name', 'below/name'].map((file) => readFileSync(join(folder, file), 'utf8'));

beforeEach(async () => {
  root = await makeFolder();
});

test('a folder is replaced where there is one before, and where there is none', async () => {
  const build = join(root, 'build');
  for (const name of ['.build-1', '.build-2']) {
    await replaceFolder(build, make(name));
    expect(namesIn(build)).toEqual([name, name]);
    expect(readdirSync(root)).toEqual(['build']);
  }
});

test('where the fresh folder is not there the one before stays', async () => {
  const build = make('build');
  await expect(replaceFolder(build, join(root, '.build-1'))).rejects.toThrow('ENOENT');
  expect(namesIn(build)).toEqual(['build', 'build']);
  expect(readdirSync(root)).toEqual(['build']);
});

test('of many at once one stays, and it is whole', async () => {
  const build = make('build');
  const fresh = Array.from({ length: 20 }, (_, number) => make(`.build-${number}`));
  await Promise.all(fresh.map((folder) => replaceFolder(build, folder)));
  const [name, below] = namesIn(build);
  expect(name).toMatch(/^\.build-/);
  expect(below).toBe(name);
  expect(readdirSync(root)).toEqual(['build']);
});

test('what a kill between the two renames left away is put back, and nothing where a folder is there', async () => {
  const build = make('build');
  make('.build-1');
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', killedBetween], { cwd: root });
  expect([signal, readdirSync(root).toSorted()]).toEqual(['SIGKILL', ['.build-1', '.build-1-before-1']]);
  restoreFolder(build, '.build-');
  expect([namesIn(build), readdirSync(root).toSorted()]).toEqual([
    ['build', 'build'],
    ['.build-1', 'build'],
  ]);
  make('.build-2-before-1');
  restoreFolder(build, '.build-');
  expect(namesIn(build)).toEqual(['build', 'build']);
});

test('of several that were moved away the newest is put back', async () => {
  for (const [name, year] of [
    ['.build-1-before-1', 2025],
    ['.build-2-before-3', 2026],
    ['.build-3-before-1', 2024],
  ] as const)
    utimesSync(make(name), new Date(year, 0), new Date(year, 0));
  restoreFolder(join(root, 'build'), '.build-');
  expect(namesIn(join(root, 'build'))).toEqual(['.build-2-before-3', '.build-2-before-3']);
});

/** Replaces `build`, and is killed instead of the second rename. */
const killedBetween = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { renameSync } = fs;
  fs.renameSync = (from, to) => (to === 'build' ? process.kill(process.pid, 'SIGKILL') : renameSync(from, to));
  syncBuiltinESMExports();
  const { replaceFolder } = await import(${JSON.stringify(new URL('replace-folder.ts', import.meta.url).href)});
  await replaceFolder('build', '.build-1');
`;
