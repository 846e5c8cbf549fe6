// Protects: exports into one folder wait for each other, and one that is interrupted leaves what was there.
import { chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lockFile } from '#server/core/database/data-dir.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { publishRelease, takeFolder } from './release-folder.ts';

const write = (text: string) => async (fresh: string) => writeFileSync(join(fresh, 'index.html'), text);
const shown = (folder: string) => readFileSync(join(folder, 'current/index.html'), 'utf8');

test('another export waits while a folder is taken', () => {
  const folder = temporaryFolder();
  takeFolder(folder);
  expect(() => lockFile(join(folder, '.lock'), 50)).toThrow('locked');
});

test('a folder of something else is not taken, and gets no lock', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'letter.txt'), '');
  expect(() => takeFolder(folder)).toThrow(`${folder} holds something else than an export`);
  expect(readdirSync(folder)).toEqual(['letter.txt']);
});

test('an export that does not reach its end leaves what was there, and nothing that it had begun', async () => {
  const folder = temporaryFolder();
  takeFolder(folder);
  await publishRelease(folder, write('old'));
  const broken = publishRelease(folder, async (fresh) => {
    mkdirSync(join(fresh, 'half'));
    throw new Error('Killed.');
  });
  await expect(broken).rejects.toThrow('Killed.');
  expect([shown(folder), readdirSync(join(folder, 'releases')).length]).toEqual(['old', 1]);
  mkdirSync(join(folder, 'releases/.killed'));
  await publishRelease(folder, write('new'));
  expect([shown(folder), readdirSync(join(folder, 'releases')).length]).toEqual(['new', 2]);
});

test('a release is no other release, although the clock stands still', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  takeFolder(folder);
  for (const text of ['old', 'new', 'newest']) await publishRelease(folder, write(text));
  expect([shown(folder), readdirSync(join(folder, 'releases')).length]).toEqual(['newest', 3]);
});

test('an export that was killed at its lock is followed by another one, which marks the folder before it writes', async () => {
  const folder = temporaryFolder();
  for (const name of ['.lock', '.lock-journal']) writeFileSync(join(folder, name), '');
  takeFolder(folder);
  expect(readdirSync(folder)).toContain('.kerbside-export');
  await publishRelease(folder, write('new'));
  expect(shown(folder)).toBe('new');
});

test.skipIf(process.getuid?.() !== 0)(
  'what root exports belongs to the owner of the folder, who exports the next time',
  async () => {
    const folder = temporaryFolder();
    chownSync(folder, 12_345, 12_345);
    takeFolder(folder);
    await publishRelease(folder, write('new'));
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => lstatSync(join(folder, name)).uid !== 12_345)).toEqual([]);
  },
);
