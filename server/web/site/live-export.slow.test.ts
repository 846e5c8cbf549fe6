// Protects: what is published is exported too, the last of it, and again where an export failed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportPages } from '#server/web/export-pages.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { instanceOn } from '#testing/site-instance.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { publishVersion } from './site-versions.ts';

const databases = testDatabases();
const openApp = async () => openTestApp(await databases.open('sqlite'));

test('a failed export is tried again, with what is published by then, and the alarm stays until its files are there', async () => {
  const app = await openApp();
  const place = temporaryFolder();
  const [script, folder] = [join(place, 'export.mjs'), join(place, 'www/site')];
  const write = "mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/index.html', 'Exported.');";
  writeFileSync(script, `import { mkdirSync, writeFileSync } from 'node:fs'; const folder = process.argv[2]; ${write}`);
  // No folder can be made in the place of a file, by root neither.
  writeFileSync(join(place, 'www'), '');
  let time = 0;
  let exports = 0;
  const { start, look, close, exportFailure } = instanceOn(app, () => time);
  await publishVersion(app, grace, { notice: 'Snow.' }, 0);
  const exportHere = () => {
    exports += 1;
    return exportPages(script, folder);
  };
  await start({ exportPages: exportHere });
  await expect.poll(exportFailure).toMatch(/could not be exported: .*(?:EEXIST|ENOTDIR)/s);
  await look();
  time = 5_000;
  await look();
  expect(await exportFailure()).not.toBeNull();
  await expect.poll(() => exports).toBe(2);
  // The second pause begins when the second attempt has failed.
  await until('the third attempt', async () => {
    time += 10_000;
    await look();
    return exports === 3;
  });
  rmSync(join(place, 'www'));
  await until('an export', async () => {
    time += 300_000;
    await look();
    return (await exportFailure()) === null;
  });
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('Exported.');
  const count = exports;
  time += 300_000;
  await look();
  await close();
  expect(exports).toBe(count);
});

test('an export that was killed, as when the memory is full, says so', async () => {
  const script = join(temporaryFolder(), 'export.mjs');
  writeFileSync(script, "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 60_000);");
  expect(await exportPages(script, 'www')).toBe('Something ended it by SIGKILL, as Linux does where memory runs out.');
  writeFileSync(script, 'process.exit(3);');
  expect(await exportPages(script, 'www')).toBe('It ended with 3.');
});

test('pages that say what is over by today are rendered again, and exported', async () => {
  const app = await openApp();
  let at = Date.parse('2026-12-31T23:59:00Z');
  const [pages, exports]: [number[], number[]] = [[], []];
  const { start, look, close } = instanceOn({ ...app, startedAt: at, now: () => at });
  const exportAll = async () => {
    exports.push(at);
    return null;
  };
  await start({ renew: async () => void pages.push(at), exportPages: exportAll });
  await look();
  expect(pages).toEqual([]);
  at += 60_000;
  await look();
  await look();
  await close();
  expect([pages, exports]).toEqual([[at], [at]]);
});

test.each([
  [false, 1],
  [true, 0],
])('at the start pages are exported where they are not of this build yet: %s', async (isExported, times) => {
  const app = await openApp();
  const { start, look, close } = instanceOn(app);
  let exports = 0;
  const count = async () => {
    exports += 1;
    return null;
  };
  await start({ exportPages: count }, () => isExported);
  await look();
  await close();
  expect(exports).toBe(times);
});

test('of what is published while an export runs the last is exported, also after one that failed', async () => {
  const app = await openApp();
  const { start, look, close, exportFailure, pages } = instanceOn(app);
  const exports: string[] = [];
  let end = () => {};
  const exportSlowly = async () => {
    exports.push(pages.at(-1) ?? '');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    if (exports.length === 1) throw new Error('No room.');
    return null;
  };
  await start({ exportPages: exportSlowly });
  for (const [version, notice] of ['Snow.', 'Ice.', 'Fog.'].entries()) {
    await publishVersion(app, grace, { notice }, version);
    await look();
  }
  expect(exports).toEqual(['Snow.']);
  end();
  await expect.poll(() => exports).toEqual(['Snow.', 'Fog.']);
  expect(await exportFailure()).toContain('No room.');
  end();
  await expect.poll(exportFailure).toBeNull();
  await close();
});
