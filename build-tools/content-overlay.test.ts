// Protects: in development an error in the content is shown with its file and field, and changes appear at once.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect, edit, startDevelopment } from '#testing/content-in-development.ts';
import { exampleService, exampleServiceFile, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { until } from '#testing/until.ts';

const siteSource = readFileSync(join(import.meta.dirname, '../content/site.ts'), 'utf8');
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
