import { expect, test } from 'vitest';
import { barriers, barriersInTheDark, enlargeLetters, overhang } from './harness/axe-violations.ts';
import { nowhere, routes } from './harness/routes.ts';
import { setStage } from './harness/setup.ts';

const stage = setStage();

test.each([...routes, nowhere])('%s: none by light or by dark, on a wide screen or one of 320 px', async (path) => {
  const page = await stage.visit(path, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    expected: path === nowhere ? /status of 404/ : undefined,
  });
  expect(await barriers(page), 'by light').toEqual([]);
  expect(await barriersInTheDark(page), 'by dark').toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overhang(page), 'sideways scroll at 320 px').toEqual([]);
  expect(await barriers(page), 'at 320 px').toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await enlargeLetters(page);
  expect(await overhang(page), 'sideways scroll with letters twice as large').toEqual([]);
});

test('a planted barrier is found, by light and by dark', async () => {
  const page = await stage.newPage();
  await page.setContent('<p style="color: #777; background: #666">Words that nobody can read</p>');
  for (const found of [await barriers(page), await barriersInTheDark(page)])
    expect(found).toContainEqual(expect.stringMatching(/^color-contrast: p: /));
  expect(await barriers(page)).toContainEqual(expect.stringMatching(/^html-has-lang: html: /));
});

test('every page has its landmarks, one heading of the first order, and leaves out no order', async () => {
  const page = await stage.newPage({ javaScriptEnabled: false, expected: /status of 404/ });
  for (const path of [...routes, nowhere]) {
    await page.goto(stage.product.url + path);
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
