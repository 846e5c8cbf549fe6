// Protects: a sentence about content names the file as its owner knows it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contentProblems } from '#content-rules/content-problems.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { copyHint, namedAsOwned, namedByPage } from './content-files.ts';
import { gatherContent } from './gather-content.mjs';
import { loadContent } from './load-content.ts';

test('a sentence names the owner’s files as the owner has them', () => {
  const root = temporaryFolder();
  for (const file of [
    'content/site.ts',
    'content/faq.ts',
    'content/services/hire.md',
    'own/site.ts',
    'own/services/recovery.md',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  const say = (sentence: string) => namedAsOwned(root)(sentence);
  gatherContent(root);
  expect(say('content/faq.ts: faq[0] must not say "1", because openingHours in content/site.ts says 2.')).toBe(
    'content/faq.ts: faq[0] must not say "1", because openingHours in own/site.ts says 2.',
  );
  expect(say('content/services/hire.md, content/services: none.')).toBe('own/services/hire.md, own/services: none.');
  expect(copyHint(root, 'content/faq.ts: faq is missing.')).toEqual(['What content/ has you change in a copy of it, in own/.']);
  expect(copyHint(root, 'own/site.ts: site.brand is missing.')).toEqual([]);
  rmSync(join(root, 'own'), { recursive: true });
  gatherContent(root);
  expect(copyHint(root, 'content/faq.ts: faq is missing.')).toEqual([]);
  expect(say('content/site.ts: site.brand is missing.')).toBe('content/site.ts: site.brand is missing.');
});

test('a problem with a page’s title or first lines names the file in which they are written', async () => {
  const content = structuredClone(await loadContent(join(import.meta.dirname, '..')));
  const { pages } = content.modules['content/pages.ts'] as { pages: Record<string, Record<string, string>> };
  Object.assign(pages.makeAClaim ?? {}, { title: 'x'.repeat(61) });
  Object.assign(pages.roadside ?? {}, { description: 'short' });
  Object.assign(pages.home ?? {}, { title: 'The same' });
  Object.assign(pages.about ?? {}, { title: 'The same' });
  expect(contentProblems(content).map(namedByPage)).toEqual([
    'content/pages/make-a-claim-head.ts: makeAClaimPage.title must have 1 to 60 characters, has 61.',
    'content/roadside/en.ts: english.page.description must have 110 to 155 characters, has 5.',
    'content/pages/about-head.ts: aboutPage.title must be unique, it repeats homePage.title of content/pages/home-head.ts.',
  ]);
});
