// Protects: a page that a browser translates while it is used works as any other: forms, receipt, waiting claims and the desk.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { noticesReady } from './harness/browser.ts';
import { closeClaim, setupDeskJourney } from './harness/desk-setup.ts';
import { fill, submit } from './harness/fill.ts';
import { panelOf, storedClaims, waitingLoaded } from './harness/waiting.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

const forms = [
  ['/make-a-claim', { ...aoife, lastName: 'Translated' }],
  ['/roadside', { name: 'Translated', phone: '07700 900557', locationOfAccident: 'M25 J27', consent: 'yes' }],
  ['/contact', { name: 'Mo', email: 'mo@example.com', phone: '', subject: 'Translated', message: 'Please call.' }],
] as const;

test.each(forms)('%s: what is sent from a translated page has its receipt', async (path, answers) => {
  const page = await noticesReady(await journey.visit(path));
  await translate(page);
  await fill(page, answers);
  await page.getByRole('button', { name: 'Clear this form' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await submit(page);
  await page.locator('.receipt').waitFor();
});

test('what waits on a translated page is sent once the signal is back', async () => {
  const page = await noticesReady(await journey.visit('/make-a-claim', { expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ }));
  await translate(page);
  await fill(page, { ...aoife, lastName: 'TranslatedWaits' });
  await waitingLoaded(page);
  await page.context().setOffline(true);
  await submit(page);
  await panelOf(page).waitFor();
  await page.context().setOffline(false);
  await page.locator('.receipt').waitFor();
  expect(storedClaims(journey.product, 'TranslatedWaits')).toHaveLength(1);
});

test('a translated desk records calls and notes, with undo', async () => {
  const id = await send({ ...aoife, firstName: 'Translated' });
  await send({ ...aoife, firstName: 'Next' });
  const page = await open(`/desk/submissions/${id}`, desk.handler, { viewport: { width: 1280, height: 800 } });
  await translate(page);
  await page.getByLabel('Add a note').fill('Rings at six.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText('Note added.').waitFor();
  await page.getByLabel('What was said, and when next').fill('Call back t10');
  await page.getByRole('button', { name: 'No answer' }).click();
  await page.locator('.last-act').getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Taken back\./).waitFor();
  await page.getByRole('heading', { level: 1, name: /^Translated/ }).waitFor();
  await closeClaim(page);
  await page.getByText('Closed.', { exact: true }).waitFor();
});

/** Wraps each text in elements, as Chrome's translation does, and each that comes later. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wrap = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, option, title')) continue;
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(text.data);
      }
    };
    wrap();
    new MutationObserver(wrap).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
