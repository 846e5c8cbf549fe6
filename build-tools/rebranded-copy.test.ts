// Protects: the rebranded copy differs from the sample in everything that a business says.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saidBySample } from '#testing/content-tests.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { site as sample } from '../content/site.ts';
import { site as rebranded } from '../testing/rebranded/site.ts';
import { problemsUnder } from './content-rules.ts';
import { gatherContent } from './gather-content.mjs';

const root = join(import.meta.dirname, '..');

test('the rebranded copy has sound content and one question more', async () => {
  const copy = temporaryFolder();
  execFileSync(process.execPath, ['testing/make-rebranded-copy.ts', copy], { cwd: root });
  gatherContent(copy, '');
  expect(await problemsUnder(copy)).toEqual([]);
  expect(readFileSync(join(copy, 'forms/claim.ts'), 'utf8')).toContain("name: 'dashcam'");
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
