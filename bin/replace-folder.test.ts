import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '#testing/test-run.ts';
import { replaceFolder } from './replace-folder.ts';

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
