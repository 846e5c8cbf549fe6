// Protects: the work on a claim, from call to closing, is done and undone in the browser.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { claim } from '#forms/claim.ts';
import { shownAnswer } from '#testing/fixtures/answers-to.ts';
import { aoife, bo, lukasz } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { isSample, sampled } from '#testing/sampled.ts';
import { ready } from './harness/browser.ts';
import { addSession, setHidden, setupDeskJourney, shownList } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

test.each(sampled([true, false]))(
  'a claim is called back, assigned, noted and closed, and each can be undone (scripts: %s)',
  async (javaScriptEnabled) => {
    const id = await send({ ...aoife, additionalInfo: `scripts ${javaScriptEnabled}` });
    const page = await open('/desk/all', desk.handler, { javaScriptEnabled });
    await page.getByRole('link', { name: "Aoife O'Neil" }).first().click();
    await page.getByRole('heading', { level: 1, name: "Aoife O'Neil" }).waitFor();
    expect(await page.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:07700900101');
    for (const value of [
      aoife.address,
      aoife.descriptionOfAccident,
      'PCO, private hire or taxi',
      shownAnswer(claim, 'claimType', aoife),
    ])
      await page
        .getByText(value ?? '', { exact: true })
        .first()
        .waitFor();

    await page.getByRole('button', { name: 'Spoke', exact: true }).click();
    await page.getByText(/^Spoke\. Next/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Taken back\. Next: first call/).waitFor();
    await page.getByRole('button', { name: 'Spoke', exact: true }).click();
    await page.getByText(/^Spoke\. Next/).waitFor();
    // With scripts the next claim was opened.
    await page.goto(`${journey.product.url}/desk/submissions/${id}`);
    if (javaScriptEnabled) await ready(page);
    await page
      .getByText(/by Hana Novak/)
      .first()
      .waitFor();

    await page.getByLabel('Assigned to').selectOption({ label: 'Grace Boateng' });
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Assigned to Grace Boateng.', { exact: true }).waitFor();

    await page.getByLabel('Add a note').fill('Car is at Byrne Body Works.\n<b>Call after six.</b>');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Note added.').waitFor();
    await page.locator('.note').getByText('<b>Call after six.</b>').waitFor();
    await page.getByRole('button', { name: 'Remove this note' }).click();
    await page.getByText('Note removed.').waitFor();
    expect(await page.locator('.note').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.note').waitFor();

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('Closed.', { exact: true }).waitFor();
    const history = await page.locator('.history li').allTextContents();
    const order = [
      'closed',
      'note restored',
      'note removed',
      'note added',
      'assigned to Grace Boateng',
      'contact attempted: spoke',
    ];
    const told = history
      .map((line) => (line.split(', ').at(-1) ?? '').replace(/Take back: .*/, '').trim())
      .filter((text) => order.includes(text));
    expect([...new Set(told)], 'newest first').toEqual(order);
    await page
      .locator('.history')
      .getByRole('button', { name: /^Take back ?: closed$/ })
      .waitFor();
    expect(history.at(-1)).toMatch(/ came by/);
    expect(readStore(journey.product).submissions.find((row) => row.id === id)).toMatchObject({
      contacted_at: expect.any(Number),
      closed_at: expect.any(Number),
      assigned_to: desk.owner.staff.id,
    });
  },
);

test.skipIf(isSample)(
  'a claim that came to nothing is closed as such, says when it is erased, and loses the mark when it is reopened',
  async () => {
    const id = await send({ ...bo, additionalInfo: 'came to nothing' });
    const stored = () => readStore(journey.product).submissions.find((row) => row.id === id);
    const page = await open(`/desk/submissions/${id}`, desk.handler);
    await page.getByRole('button', { name: 'Close: did not go ahead' }).click();
    await page.getByText('It did not go ahead: 12 months after it was closed it is erased.').waitFor();
    await page.locator('.history').getByText('closed: did not go ahead').first().waitFor();
    expect(stored()).toMatchObject({ not_pursued_at: expect.any(Number) });
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await page.getByText('Open again.').waitFor();
    expect(stored()).toMatchObject({ not_pursued_at: null });
  },
);

test('a printed claim names the brand, which the screen has in its header', async () => {
  const page = await open(`/desk/submissions/${await send(bo)}`, desk.handler);
  const printed = page.locator('main').getByText(`${site.brand} desk`, { exact: true });
  expect(await printed.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await printed.isVisible()).toBe(true);
  expect(await page.locator('.desk-header').isVisible()).toBe(false);
});

test('of two conflicting actions the second is refused with the name of who was first, and a typed note stays', async () => {
  const id = await send({ ...lukasz, additionalInfo: 'two at once' });
  const mine = await open(`/desk/submissions/${id}`, desk.handler, { expected: /status of 422/ });
  await setHidden(mine, true);
  const theirs = await open(`/desk/submissions/${id}`, desk.owner);
  await theirs.getByRole('button', { name: 'Close', exact: true }).click();
  await theirs.getByText('Closed.', { exact: true }).waitFor();
  await mine.getByLabel('Add a note').fill('half a thought');
  await mine.getByRole('button', { name: 'Close', exact: true }).click();
  await mine.getByRole('alert').filter({ hasText: 'Grace Boateng' }).waitFor();
  expect(await mine.getByLabel('Add a note').inputValue()).toBe('half a thought');
});

test('an open inbox shows new submissions and actions of other staff by itself', async () => {
  const page = await open('/desk/all?list=new', desk.handler);
  await page.getByText('Live: new submissions appear by themselves.').waitFor();
  await page.mouse.move(10, 10);
  const id = await send({ ...bo, firstName: 'Zebedee', lastName: 'Live' });
  await page.getByRole('link', { name: 'Zebedee Live' }).waitFor();
  const other = await open(`/desk/submissions/${id}`, desk.owner);
  await other.getByRole('button', { name: 'Spoke', exact: true }).click();
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

test.skipIf(isSample)(
  'it is found by name, phone, registration, reference and email, and an empty list says what to do',
  async () => {
    const id = await send({
      ...lukasz,
      firstName: 'Wilhelmina',
      lastName: 'Żak',
      email: 'mina@example.org',
      phone: '+44 7700 900555',
      vehicleReg: 'QQ11 ZZZ',
    });
    const reference = readStore(journey.product).submissions.find((row) => row.id === id)?.reference ?? '';
    const page = await open('/desk/all', desk.handler);
    for (const words of ['wilhelmina', 'zak', '07700 900555', '900555', 'qq11zzz', reference.toLowerCase(), 'mina@example.org']) {
      await page.getByRole('searchbox').fill(words);
      await page.getByRole('button', { name: 'Search' }).click();
      await shownList(page, { q: words });
      await page.getByRole('link', { name: 'Wilhelmina Żak' }).waitFor();
    }
    await page.goto(`${journey.product.url}/desk/all?q=nobody-of-that-name`);
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  },
);

test('the list is walked with the arrow keys, and opened with Enter', async () => {
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
