import type { Page } from 'playwright-core';

/** What is on paper outside the receipt and the footer, which says who it is from. */
export function printedBesideReceipt(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('h1, h2, h3, p, label, legend, iframe, .notice, .site-header, .skip-link, button')]
      .filter((element) => !element.closest('.receipt, .site-footer') && element.checkVisibility())
      .filter(({ tagName, textContent }) => tagName !== 'P' || textContent !== '')
      .map(({ outerHTML }) => outerHTML),
  );
}
