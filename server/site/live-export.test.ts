// Protects: what is published is exported too, the last of it, and again where an export failed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportPages } from '#server/export-pages.ts';
import { testDatabases } from '#testing/databases.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { instanceOn, silent, versionsOf } from '#testing/site-instance.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { until } from '#testing/until.ts';
import { siteProblems } from './check-site.ts';
import { createLiveSite } from './live-site.ts';

const databases = testDatabases();

test('a failed export is tried again, with what is published by then, and the alarm stays until its files are there', async () => {
  const database = await databases.open('sqlite');
  const place = temporaryFolder();
  const [script, folder] = [join(place, 'export.mjs'), join(place, 'www/site')];
  const write = "mkdirSync(folder, { recursive: true }); writeFileSync(folder + '/index.html', 'Exported.');";
  writeFileSync(script, `import { mkdirSync, writeFileSync } from 'node:fs'; const folder = process.argv[2]; ${write}`);
  // No folder can be made in the place of a file, by root neither.
  writeFileSync(join(place, 'www'), '');
  let time = 0;
  let exports = 0;
  const { live, renew } = instanceOn(database, () => time);
  await versionsOf(database).publish(grace, { notice: 'Snow.' }, 0);
  await live.start(renew, () => {
    exports += 1;
    return exportPages(script, folder);
  });
  const failure = () => live.alarms[1]?.check({} as never);
  await expect.poll(failure).toMatch(/could not be exported: .*(?:EEXIST|ENOTDIR)/s);
  await live.look();
  time = 5_000;
  await live.look();
  expect(await failure()).not.toBeNull();
  await expect.poll(() => exports).toBe(2);
  // The second pause begins when the second attempt has failed.
  await until('the third attempt', async () => {
    time += 10_000;
    await live.look();
    return exports === 3;
  });
  rmSync(join(place, 'www'));
  await until('an export', async () => {
    time += 300_000;
    await live.look();
    return (await failure()) === null;
  });
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('Exported.');
  const count = exports;
  time += 300_000;
  await live.look();
  await live.close();
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
  const database = await databases.open('sqlite');
  let today = 'Closed on Thursday 24 December 2026.';
  const [pages, exports]: [string[], string[]] = [[], []];
  const { newest } = versionsOf(database);
  const live = createLiveSite({ newest, log: silent, problemsOf: siteProblems, apply: () => {}, ofToday: () => today });
  const exportAll = async () => {
    exports.push(today);
    return null;
  };
  await live.start(async () => void pages.push(today), exportAll);
  await live.look();
  expect(pages).toEqual([]);
  today = 'null';
  await live.look();
  await live.look();
  await live.close();
  expect([pages, exports]).toEqual([['null'], ['null']]);
});

test.each([
  [false, 1],
  [true, 0],
])('at the start pages are exported where they are not of this build yet: %s', async (isExported, times) => {
  const database = await databases.open('sqlite');
  const { live, renew } = instanceOn(database);
  let exports = 0;
  await live.start(
    renew,
    async () => {
      exports += 1;
      return null;
    },
    () => isExported,
  );
  await live.look();
  await live.close();
  expect(exports).toBe(times);
});

test('of what is published while an export runs the last is exported, also after one that failed', async () => {
  const database = await databases.open('sqlite');
  const { publish } = versionsOf(database);
  const { live, renew, pages } = instanceOn(database);
  const exports: string[] = [];
  let end = () => {};
  await live.start(renew, async () => {
    exports.push(pages.at(-1) ?? '');
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    if (exports.length === 1) throw new Error('No room.');
    return null;
  });
  for (const [version, notice] of ['Snow.', 'Ice.', 'Fog.'].entries()) {
    await publish(grace, { notice }, version);
    await live.look();
  }
  expect(exports).toEqual(['Snow.']);
  end();
  await expect.poll(() => exports).toEqual(['Snow.', 'Fog.']);
  expect(await live.alarms[1]?.check({} as never)).toContain('No room.');
  end();
  await expect.poll(() => live.alarms[1]?.check({} as never)).toBeNull();
  await live.close();
});
