// Protects: no public page has an accessibility violation, by day or by night, wide or narrow.
import { expect, test } from 'vitest';
import { axeViolations, axeViolationsDark, expectAccessibleAtBothWidths } from './harness/axe-violations.ts';
import { setupJourney } from './harness/journey.ts';
import { furtherPages, nowhere, templates } from './harness/site-paths.ts';

const journey = setupJourney();
const calm = { reducedMotion: 'reduce' } as const;

test.each([...templates, ...furtherPages])('%s has no violations, light or dark, at 1280 and 320 px', async (path) => {
  await expectAccessibleAtBothWidths(
    await journey.visit(path, { ...calm, expected: path === nowhere ? /status of 404/ : undefined }),
  );
});

test('A planted violation is found, light and dark', async () => {
  const page = await journey.newPage();
  await page.setContent('<p style="color: #777; background: #666">Words that nobody can read</p>');
  for (const found of [await axeViolations(page), await axeViolationsDark(page)])
    expect(found).toContainEqual(expect.stringMatching(/^color-contrast: p: /));
  expect(await axeViolations(page)).toContainEqual(expect.stringMatching(/^html-has-lang: html: /));
});
