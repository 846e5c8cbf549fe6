// Protects: in development what an owner saves appears at once, however their editor writes it.
import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect, edit, messagesOf, startDevelopment } from '#testing/content-in-development.ts';
import { exampleService, exampleServiceFile, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { testMs, until } from '#testing/until.ts';

const siteSource = readFileSync(join(import.meta.dirname, '../content/site.ts'), 'utf8');

test('a file of the content that cannot be read is told by its line', async () => {
  const { root, server } = await startDevelopment();
  const open = await connect(server);
  await edit(root, 'content/site.ts', (source) => source.replace("'Barking'", "'St David's House'"));
  await until('the overlay', () => open.some(({ type }) => type === 'error'));
  expect(open.find(({ type }) => type === 'error')?.err?.message).toMatch(
    /^content\/site\.ts: line \d+ \(.+\) has an apostrophe inside .+: write "St David's House" instead\.$/,
  );
});

test('what an owner changes is gathered, and a problem in it is named by their file', async () => {
  const { root, server } = await startDevelopment({ 'own/site.ts': siteSourceWith(siteSource, { brand: 'Harbour Help' }) });
  const open = await connect(server);
  const site = async () => (await server.environments.ssr.transformRequest('/.gathered/site.ts'))?.code;
  expect(await site()).toContain('Harbour Help');
  await edit(root, 'own/site.ts', (source) => source.replace('Harbour Help', 'Lighthouse Help'));
  await until('the other brand', async () => ((await site()) ?? '').includes('Lighthouse Help'));

  await edit(root, 'own/site.ts', (source) => source.replace('Lighthouse Help', ''));
  await until('the overlay', () => messagesOf(open).includes('own/site.ts: site.brand must not be empty.'));
  writeFileSync(join(root, 'own/site.ts'), siteSourceWith(siteSource, { brand: 'Harbour Help' }));
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));

  writeFileSync(join(root, 'own/sites.ts'), '');
  await until('the refusal', () => messagesOf(open).some((message) => message.startsWith('own/sites.ts would not be read: ')));
});

test('a service more is a page more, without a new start', async () => {
  const { root, server } = await startDevelopment({ 'own/services/towing.md': exampleService });
  const before = server.environments.client;
  writeFileSync(join(root, 'own/services/storage.md'), exampleService.replace('title: Towing', 'title: Storage'));
  await until('the restart', () => server.environments.client !== before);
});

const saves: [string, (path: string, text: string, told: () => Promise<void>) => Promise<void>][] = [
  [
    'empties the file and then writes it',
    async (path, text, told) => {
      truncateSync(path);
      await told();
      writeFileSync(path, text);
    },
  ],
  [
    'writes half of it, and then the rest',
    async (path, text, told) => {
      writeFileSync(path, text.slice(0, text.length / 2));
      await told();
      appendFileSync(path, text.slice(text.length / 2));
    },
  ],
  [
    'removes it and then renames another to it',
    async (path, text, told) => {
      writeFileSync(`${path}.tmp`, text);
      rmSync(path);
      await told();
      renameSync(`${path}.tmp`, path);
    },
  ],
];

// Beside the next test, which tells the same of a mistake.
test.each(saves)('an editor that %s shows no error, and loads the page again once', async (_, save) => {
  const { root, server } = await startDevelopment(
    { 'own/site.ts': siteSourceWith(siteSource, { brand: 'Harbour Help' }) },
    testMs,
  );
  const open = await connect(server);
  const reloads = () => open.filter(({ type }) => type === 'full-reload').length;
  const path = join(root, 'own/site.ts');
  for (const [index, brand] of ['Lighthouse Help', 'Harbour Help'].entries()) {
    const told = new Promise<void>((resolve) => server.watcher.once('all', () => resolve()));
    await save(path, siteSourceWith(siteSource, { brand }), () => told);
    await until('the reload', () => reloads() === index + 1);
  }
  expect(messagesOf(open)).toEqual([]);
  expect(readFileSync(join(root, '.gathered/site.ts'), 'utf8')).toContain('Harbour Help');
});

const stepsSource = readFileSync(join(import.meta.dirname, '../content/steps.ts'), 'utf8');

test('a problem in the content is shown in an overlay with file and field, also on a page opened later, until it is corrected', async () => {
  const { root, server } = await startDevelopment();
  const open = await connect(server);
  await edit(root, exampleServiceFile, (source) => source.replace(/^heroLead: .*\n/m, ''));
  await until('the overlay', () => open.some(({ type }) => type === 'error'));
  const shown = open.find(({ type }) => type === 'error')?.err;
  expect(shown).toMatchObject({ message: `${exampleServiceFile}: heroLead is missing.`, stack: '' });
  expect(open.filter(({ type }) => ['update', 'full-reload'].includes(type))).toEqual([]);

  const later = await connect(server);
  await until('the overlay of the page opened later', () => later.some(({ type }) => type === 'error'));

  writeFileSync(join(root, exampleServiceFile), exampleService);
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));
  const afterwards = await connect(server);
  await until('the connection', () => afterwards.some(({ type }) => type === 'connected'));
  expect(afterwards.filter(({ type }) => type === 'error')).toEqual([]);
});

test('a mistake is told once, whatever else is saved, and loads the page again once when it is corrected', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { root, server } = await startDevelopment({
    'own/site.ts': siteSourceWith(siteSource, { brand: '' }),
    'own/steps.ts': stepsSource,
  });
  const open = await connect(server);
  for (const more of ['\n', '\n\n']) {
    writeFileSync(join(root, 'own/steps.ts'), stepsSource + more);
    await until('the other file', () => readFileSync(join(root, '.gathered/steps.ts'), 'utf8') === stepsSource + more);
  }
  writeFileSync(join(root, 'own/site.ts'), siteSource);
  await until('the reload', () => open.some(({ type }) => type === 'full-reload'));
  expect(printed.mock.calls.flat().filter((text) => String(text).includes('site.brand must not be empty'))).toHaveLength(1);
  // The next save comes after whatever the one before it has caused.
  writeFileSync(join(root, 'own/steps.ts'), stepsSource);
  await until('the second reload', () => open.filter(({ type }) => type === 'full-reload').length >= 2);
  expect(open.filter(({ type }) => type === 'full-reload')).toHaveLength(2);
});
