// Protects: a claim can be sent with a keyboard alone, and each stop on the way is in view with a clear mark.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { readForm } from './harness/fill.ts';
import { type Focused, focusedNow } from './harness/focused.ts';
import { setupJourney } from './harness/journey.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

// Day and month are the same number, because browsers ask for them in the order of their own language. The time is left blank.
const answers: Record<string, string> = { ...aoife, email: 'keys@example.com', dateOfAccident: '2026-11-11', timeOfAccident: '' };

test('from the home page to a claim that is sent, with every stop in view', async () => {
  const page = await journey.visit('/', { ...wide, reducedMotion: 'reduce' });
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content');
  expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1)).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await tabTo(page, (focused) => focused.href === '/make-a-claim');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/make-a-claim');
  await ready(page);

  const left = new Set(Object.keys(answers));
  while (left.size > 0) {
    const { name, type } = await tabTo(page, (focused) => left.has(focused.name));
    await answer(page, type, answers[name] ?? '');
    left.delete(name);
  }
  expect(await readForm(page)).toEqual(answers);
  await tabTo(page, (focused) => focused.type === 'submit');
  await page.keyboard.press('Enter');
  await page.getByText('✅ Submission Successful!', { exact: true }).waitFor();
  const rows = readStore(journey.product).submissions.filter(({ form_data }) => form_data.email === answers.email);
  expect(rows.map(({ form_data }) => form_data)).toEqual([answers]);
});

/** Presses Tab until the focus is where this is true. */
async function tabTo(page: Page, isIt: (focused: Focused) => boolean): Promise<Focused> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    const focused = await focusedNow(page);
    // In a date or a time the browser marks the part that is typed, which no style of the page says.
    const marked = focused.marked || ['date', 'time'].includes(focused.type);
    expect({ ...focused, marked }, 'each stop is in view, with a clear mark').toMatchObject({ seen: true, marked: true });
    if (isIt(focused)) return focused;
  }
  throw new Error('Two hundred Tabs did not lead there.');
}

/** Arrows choose the one beside what is chosen. In a select, letters that come a second apart would begin another word. */
async function choose(page: Page, value: string): Promise<void> {
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  for (let presses = 0; presses < 20 && (await chosen()) !== value; presses++) await page.keyboard.press('ArrowDown');
}

async function answer(page: Page, type: string, value: string): Promise<void> {
  if (type === 'checkbox') return value === 'yes' ? page.keyboard.press('Space') : undefined;
  // Space on a button that is chosen already changes nothing.
  if (type === 'radio') await page.keyboard.press('Space');
  if (type === 'radio' || type === 'select-one') return choose(page, value);
  if (type === 'date') return page.keyboard.type(value.replace(/^(\d+)-(\d+)-(\d+)$/, '$3$2$1'));
  return page.keyboard.type(value);
}
