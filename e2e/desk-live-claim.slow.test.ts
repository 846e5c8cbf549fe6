// Protects: the open claim shows what colleagues do, without taking what is typed, and events end with the page and the session.
import { expect, test } from 'vitest';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { ready } from './harness/browser.ts';
import { addSession, setHidden, setupDeskJourney, watchSession } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

test('what a colleague does appears in the open claim and in the queue, who looks is named, and typed text stays', async () => {
  const id = await send(aoife);
  const path = `/desk/submissions/${id}`;
  const mine = await open(path, desk.handler);
  await mine.getByLabel('What was said, and when next').fill('half a sentence');
  await mine.getByLabel('Add a note').fill('half a note');
  const theirs = await open(path, desk.owner);
  await mine.locator('.submission-head').getByText('Grace Boateng looks at it').waitFor();
  await mine.locator('.queue-row[data-open]').getByText('Grace Boateng looks at it.').waitFor();
  await theirs.locator('.submission-head').getByText('Hana Novak looks at it').waitFor();
  await mine.mouse.move(10, 10);
  await theirs.getByLabel('Add a note').fill('The garage rang.');
  await theirs.getByRole('button', { name: 'Add note' }).click();
  await mine.locator('.timeline .note').getByText('The garage rang.').waitFor();
  expect(await mine.getByLabel('What was said, and when next').inputValue()).toBe('half a sentence');
  expect(await mine.getByLabel('Add a note').inputValue()).toBe('half a note');
  await theirs.close();
  await mine.getByText('Grace Boateng looks at it').first().waitFor({ state: 'detached' });
});

test('a hidden page has no stream, and one that is shown again notices that its session has ended', async () => {
  const id = await send(bo);
  const page = await open('/desk', desk.handler, { expected: /status of 401/ });
  await page.addInitScript(() => {
    const streams: EventSource[] = [];
    Object.assign(window, { streams });
    globalThis.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        streams.push(this);
      }
    };
  });
  const openStreams = () =>
    page.evaluate(
      () => (window as unknown as { streams: EventSource[] }).streams.filter(({ readyState }) => readyState === 1).length,
    );
  const sessionKnown = watchSession(page);
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await sessionKnown();
  await expect.poll(openStreams).toBe(1);
  await setHidden(page, true);
  expect(await openStreams()).toBe(0);
  await setHidden(page, false);
  await expect.poll(openStreams).toBe(1);
  await setHidden(page, true);
  await page.context().clearCookies();
  await setHidden(page, false);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the message of an act is shown where live updates come before a slow page could show it', async () => {
  const id = await send({ ...bo, additionalInfo: 'a slow page' });
  const page = await journey.newPage();
  await page.addInitScript(holdRendering);
  await addSession(page, journey.product, desk.handler);
  await page.goto(`${journey.product.url}/desk/submissions/${id}`);
  await ready(page);
  await page.getByText('Live: new submissions').waitFor({ state: 'attached' });
  const isRead = () =>
    page.waitForResponse((response) => response.url().includes('.data') && response.request().method() === 'GET');
  await page.getByLabel('Why, in one line that the claimant reads').fill('It is settled.');
  await page.evaluate(() => dispatchEvent(new Event('hold')));
  const read = isRead();
  await page.getByRole('button', { name: /^Close: finished/ }).dispatchEvent('click');
  await read;
  // The page may read its claim once more for its own change, now or when it renders again.
  await Promise.race([isRead(), page.waitForTimeout(1_500)]);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await page.getByText('Closed.', { exact: true }).waitFor();
});

test('the message and the undo of a correction stay when the page reads its claim again', async () => {
  const id = await send({ ...aoife, additionalInfo: 'corrected while others work' });
  const page = await open(`/desk/submissions/${id}/answers`, desk.handler);
  await page.getByLabel('Phone').fill('07700 900777');
  await page.getByRole('button', { name: 'Save corrections' }).click();
  await page.getByText(/^Corrected: /).waitFor();
  const theirs = await open(`/desk/submissions/${id}`, desk.owner);
  await page.mouse.move(10, 10);
  await theirs.getByLabel('Add a note').fill('Another change.');
  await theirs.getByRole('button', { name: 'Add note' }).click();
  await page.locator('.timeline .note').getByText('Another change.').waitFor();
  expect(await page.getByText(/^Corrected: /).isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('The correction is taken back.').waitFor();
});

test('a colleague who types is named in claim and queue, and what they assign with a note by keys is told at once', async () => {
  const id = await send({ ...aoife, additionalInfo: 'to be assigned' });
  const path = `/desk/submissions/${id}`;
  const mine = await open(path, desk.handler);
  await mine.mouse.move(10, 10);
  const theirs = await open(path, desk.owner);
  await theirs.getByLabel('Add a note').pressSequentially('Half');
  await mine.locator('.submission-head').getByText('Grace Boateng writes').waitFor();
  await mine.locator('.queue-row[data-open]').getByText('Grace Boateng writes.').waitFor();
  await theirs.keyboard.press('Escape');
  await theirs.keyboard.press('a');
  expect(await theirs.getByLabel('Assigned to').evaluate((field) => field === document.activeElement)).toBe(true);
  await theirs.keyboard.press('h');
  await theirs.keyboard.press('Tab');
  await theirs.keyboard.type('She asked for you.');
  await theirs.keyboard.press('Enter');
  await theirs.getByText('Assigned to Hana Novak.', { exact: true }).waitFor();
  await mine
    .getByText(/^Grace Boateng assigned .* to you$/)
    .first()
    .waitFor();
  await mine.locator('.timeline .note').getByText('She asked for you.').waitFor();
  await theirs.getByRole('button', { name: 'Undo', exact: true }).click();
  await mine.locator('.timeline .note').waitFor({ state: 'detached' });
  expect(await theirs.getByLabel('Add a note').inputValue()).toBe('Half');
});

/** Runs in the page before its scripts. React renders what can wait in tasks of its own: they wait from `hold` until `release`. */
function holdRendering() {
  let held: (() => void)[] | null = null;
  const postMessage = MessagePort.prototype.postMessage as (...message: unknown[]) => void;
  MessagePort.prototype.postMessage = function (...message: unknown[]) {
    if (held) held.push(() => postMessage.apply(this, message));
    else postMessage.apply(this, message);
  };
  addEventListener('hold', () => {
    held = [];
  });
  addEventListener('release', () => {
    const messages = held ?? [];
    held = null;
    for (const send of messages) send();
  });
}
