// Protects: no template of the public pages has an accessibility violation, by day or by night, wide or narrow.
import { expect, test } from 'vitest';
import { isSample } from '#testing/sampled.ts';
import { axeViolations, axeViolationsDark, expectAccessibleAtBothWidths } from './harness/axe-violations.ts';
import { setupJourney } from './harness/journey.ts';
import { nowhere, templates } from './harness/site-paths.ts';

const journey = setupJourney();
const calm = { reducedMotion: 'reduce' } as const;

test.each(isSample ? ['/', '/make-a-claim', '/roadside', nowhere] : templates)(
  '%s has no violations, light or dark, at 1280 and 320 px',
  async (path) => {
    await expectAccessibleAtBothWidths(
      await journey.visit(path, { ...calm, expected: path === nowhere ? /status of 404/ : undefined }),
    );
  },
);

test('A planted violation is found, light and dark', async () => {
  const page = await journey.newPage();
  await page.setContent('<p style="color: #777; background: #666">Words that nobody can read</p>');
  for (const found of [await axeViolations(page), await axeViolationsDark(page)])
    expect(found).toContainEqual(expect.stringMatching(/^color-contrast: p: /));
  expect(await axeViolations(page)).toContainEqual(expect.stringMatching(/^html-has-lang: html: /));
});

test('Every template has its landmarks, one h1, and no skipped heading level', async () => {
  const page = await journey.newPage({ javaScriptEnabled: false, expected: /status of 404/ });
  for (const path of templates) {
    await page.goto(journey.product.url + path);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    expect(
      levels.filter((level) => level === 1),
      path,
    ).toHaveLength(1);
    const leaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(leaps, `headings of ${path}: ${levels}`).toEqual([]);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      expect(await page.getByRole(landmark).count(), `${landmark} of ${path}`).toBe(1);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('en-GB');
  }
});
