// Protects: the rebranded copy differs from the sample in everything that a business says.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Section } from '#forms/form.ts';
import { saidBySample } from '#testing/content-tests.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { site as sample } from '../content/site.ts';
import { site as rebranded } from '../testing/rebranded/site.ts';
import { importContent } from './content-modules.ts';
import { gatherContent } from './gather-content.mjs';
import { problemsUnder } from './problems-under.ts';

const root = join(import.meta.dirname, '..');

test('the rebranded copy has sound content, forms that ask and offer more, and a text that its own language lacks is named', async () => {
  const copy = temporaryFolder();
  execFileSync(process.execPath, ['testing/make-rebranded-copy.ts', copy], { cwd: root });
  gatherContent(copy, '');
  expect(await problemsUnder(copy)).toEqual([]);
  const { claimSections } = (await importContent(copy, 'forms/claim-sections.ts')) as { claimSections: Section[] };
  const fields = claimSections.flatMap((section) => section.fields);
  const offered = fields.flatMap(({ name, options = [] }) => options.map(({ value }) => `${name}: ${value}`));
  expect(claimSections.map(({ title }) => title)).toContain('Your work');
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['dashcam', 'dashcamOwner', 'serviceVehicleStorage']));
  expect(offered).toEqual(expect.arrayContaining(['vehicleType: lorry', 'claimType: vehicle-storage']));

  const welsh = join(copy, 'own/roadside/cy.ts');
  writeFileSync(welsh, readFileSync(welsh, 'utf8').replace(/^ {2}who: .*$/m, ''));
  gatherContent(copy, '');
  expect(await problemsUnder(copy)).toEqual([
    'own/roadside/cy.ts: welsh.who is missing: content/roadside/pl.ts shows how it is written.',
  ]);
});

test.each(Object.keys(sample) as (keyof typeof sample)[])('the business of the rebranded copy has another %s', (name) => {
  expect(rebranded[name]).not.toEqual(sample[name]);
});

test('a journey that does not run on the rebranded copy says nothing that only the sample says', () => {
  const slugs = ['services', 'guides'].flatMap((folder) =>
    readdirSync(join(root, 'content', folder)).map((name) => `'/${folder}/${name.replace('.md', "'")}`),
  );
  const journeys = readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('content'),
  );
  const said = journeys.flatMap((path) => {
    const text = readFileSync(join(root, 'e2e', path), 'utf8');
    return [...saidBySample, ...slugs].filter((words) => text.includes(words)).map((words) => `${path}: ${words}`);
  });
  expect(said).toEqual([]);
});
