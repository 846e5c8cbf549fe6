// Protects: the inbox rings for who waits, shows what is new by itself, connects again by a schedule, and is walked by keys.
import { expect, test } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { bo } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { ready } from './harness/browser.ts';
import { addSession, setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

test('somebody at the roadside is in header and title and rings, until somebody has spoken to them', async () => {
  const page = await open('/desk/account', desk.handler);
  await page.evaluate(() => {
    const { AudioContext } = window;
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        document.documentElement.dataset.rung = 'yes';
      }
    };
  });
  await page.getByLabel('Make a sound in this browser').check();
  // A link of the desk keeps the page, and with it that somebody has clicked on it.
  await page.getByRole('link', { name: 'Queue', exact: true }).click();
  await expect.poll(() => page.title()).toMatch(/^Queue /);
  const id = await send(idris, roadside.name);
  const waits = page.getByRole('link', { name: '1 waits for a first call' });
  await waits.waitFor();
  await page.locator('html[data-rung]').waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) Queue /);
  await waits.click();
  await page.waitForURL(new RegExp(`/desk/submissions/${id}`));
  await page.getByRole('button', { name: 'Spoke to the claimant' }).click();
  await waits.waitFor({ state: 'detached' });
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});

test('an open inbox shows new submissions and actions of other staff by itself', async () => {
  const page = await open('/desk/all?list=new', desk.handler);
  await page.getByText('Live: new submissions appear by themselves.').waitFor();
  await page.mouse.move(10, 10);
  const id = await send({ ...bo, firstName: 'Zebedee', lastName: 'Live' });
  await page.getByRole('link', { name: 'Zebedee Live' }).waitFor();
  const other = await open(`/desk/submissions/${id}`, desk.owner);
  await other.getByRole('button', { name: 'Spoke to the claimant' }).click();
  await page.getByRole('link', { name: 'Zebedee Live' }).waitFor({ state: 'detached' });
});

test('The event stream reconnects after one, two, five and then ten seconds', async () => {
  const page = await journey.newPage({ expected: /ERR_FAILED|Failed to load/, setsClock: true });
  await addSession(page, journey.product, desk.handler);
  // The clock is stopped before the page starts, so that the time that a busy machine takes between two steps does not count.
  const time = new Date('2026-11-20T12:00:00Z');
  await page.clock.install({ time });
  await page.clock.pauseAt(time.getTime() + 1_000);
  await page.addInitScript(countFailures);
  await page.route('**/desk/events', (route) => route.abort());
  // The page counts its attempts, and its clock must not run before it knows of the last failure.
  const failures = () => page.evaluate(() => Number(document.documentElement.dataset.failures));
  await page.goto(`${journey.product.url}/desk/all`);
  await ready(page);
  await page.getByText('Connection lost. Trying again…').waitFor();
  for (const [seconds, count] of [
    [1, 2],
    [2, 3],
    [5, 4],
    [10, 5],
    [10, 6],
  ] as const) {
    await page.clock.runFor(seconds * 1_000 - 200);
    expect(await failures(), `before ${seconds} s are over`).toBe(count - 1);
    await page.clock.runFor(300);
    await expect.poll(failures).toBe(count);
  }
});

/** Runs in the page before its scripts. */
function countFailures() {
  let failures = 0;
  globalThis.EventSource = class extends EventSource {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('error', () => {
        failures += 1;
        document.documentElement.dataset.failures = String(failures);
      });
    }
  };
}

test('the list is walked with the arrow keys, and opened with Enter', async () => {
  for (const firstName of ['Anselm', 'Bonnie', 'Clemens']) await send({ ...bo, firstName });
  const page = await open('/desk/all', desk.handler);
  const names = await page.locator('a.inbox-row-name').allInnerTexts();
  expect(names.length).toBeGreaterThan(2);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator('a.inbox-row-name').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(names[2]);
  await page.keyboard.press('Home');
  expect(await focused()).toBe(names[0]);
  await page.keyboard.press('End');
  expect(await focused()).toBe(names.at(-1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: names.at(-1) }).waitFor();
});
