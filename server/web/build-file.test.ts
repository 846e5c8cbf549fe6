// Protects: anybody who asks learns of which build pages are, and what was exported before is known as such.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { currentChanges } from '#content/site-changes.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { buildOf, isExportOf, servedBuild } from './build-file.ts';

function builtAs(fingerprint: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'client'));
  writeFileSync(join(folder, '.fingerprint'), fingerprint);
  return folder;
}

test('/build.json names the build and its time, and no cache keeps it', async () => {
  const folder = builtAs('0123456789abcdef');
  const { app } = await createTestApp({}, { assetsFolder: join(folder, 'client') });
  const response = await app.request('/build.json');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(servedBuild.parse(await response.json())).toMatchObject({
    build: '0123456789ab',
    changes: buildOf(folder, currentChanges())?.changes,
  });
});

test('where nothing is built, as in development, pages are of no build', () => {
  expect(buildOf(temporaryFolder(), {})).toBeNull();
});

test('an export is of this build, and says what is published, or is to be made again', () => {
  const build = buildOf(builtAs('one'), { notice: 'Snow.' });
  const folder = temporaryFolder();
  expect(isExportOf(folder, build)).toBe(false);
  mkdirSync(join(folder, 'current/site'), { recursive: true });
  writeFileSync(join(folder, 'current/site/build.json'), JSON.stringify({ ...build, builtAt: 'another time' }));
  expect(isExportOf(folder, build)).toBe(true);
  expect(isExportOf(folder, buildOf(builtAs('one'), { notice: 'Ice.' }))).toBe(false);
  expect(isExportOf(folder, buildOf(builtAs('two'), { notice: 'Snow.' }))).toBe(false);
});
