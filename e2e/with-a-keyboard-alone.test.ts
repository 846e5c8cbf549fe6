// Protects: a claim can be sent with a keyboard alone.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aoife } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { sampled } from '#testing/sampled.ts';
import { ready } from './harness/browser.ts';
import { readForm } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { oneService } from './harness/site-paths.ts';

const journey = setupJourney();
const wide = { viewport: { width: 1280, height: 800 } };

// Day and month are the same number, because browsers ask for them in the order of their own language. The time is left blank.
const answers: Record<string, string> = { ...aoife, email: 'keys@example.com', dateOfAccident: '2026-11-11', timeOfAccident: '' };

test('from the home page to a claim that is sent', async () => {
  const page = await journey.visit('/', wide);
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

test.each(sampled(['/', oneService, '/faq', '/contact', '/partners']))(
  '%s: every Tab stop is in view with a clearly visible focus, and none traps it',
  async (path) => {
    const page = await journey.visit(path, { ...wide, reducedMotion: 'reduce' });
    const count = await page.locator('a[href]:visible, button:visible, summary:visible, input:visible, textarea:visible').count();
    const lost: string[] = [];
    for (let stop = 0; stop < count + 20; stop++) {
      await page.keyboard.press('Tab');
      const { what, seen, marked } = await focusedNow(page);
      if (what === 'BODY') return expect(lost).toEqual([]);
      if (!seen || !marked) lost.push(`${what}${seen ? '' : ', covered'}${marked ? '' : ', no clear mark'}`);
    }
    expect.unreachable(`Tab does not come to an end; the focus is on ${(await focusedNow(page)).what}`);
  },
);

type Focused = { name: string; type: string; href: string | null };

/** Presses Tab until the focus is where this is true. */
async function tabTo(page: Page, isIt: (focused: Focused) => boolean): Promise<Focused> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return { name: element.name ?? '', type: element.type ?? '', href: element.getAttribute('href') };
    });
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

/** Whether the focused element can be seen, and differs clearly from how it looks without the focus. */
function focusedNow(page: Page): Promise<{ what: string; seen: boolean; marked: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const what = element === document.body ? 'BODY' : `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
    if (element.tagName === 'IFRAME') return { what: 'IFRAME', seen: true, marked: true };
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const atItsMiddle = document.elementFromPoint(
      left + Math.min(width / 2, 40),
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    );
    const seen = height > 0 && (element.contains(atItsMiddle) || (atItsMiddle?.contains(element) ?? false));
    // A card whose whole surface is a link shows the mark around itself.
    const around = [
      element,
      element.parentElement,
      element.closest(':focus-within:not(body, html, main)'),
      element.closest('.card-link'),
    ];
    const ringed = around.find((one) => {
      const style = one && getComputedStyle(one);
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    });
    const marked = ringed
      ? contrast(getComputedStyle(ringed).outlineColor, groundAround(ringed)) >= 3
      : around.some((one) => one && getComputedStyle(one).boxShadow !== 'none');
    return { what, seen, marked };

    function groundAround({ parentElement }: Element): string {
      const ground = parentElement ? getComputedStyle(parentElement).backgroundColor : 'white';
      return parentElement && /, 0\)$/.test(ground) ? groundAround(parentElement) : ground;
    }

    /** As WCAG 2.2 has it. */
    function contrast(one: string, other: string): number {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (lighter + 0.05) / (darker + 0.05);
    }

    function luminance(colour: string): number {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
  });
}
