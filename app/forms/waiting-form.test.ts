// Protects: a page shows what waits on the device, and what was typed or sent there before, and a claim counts once.
import { expect, test, vi } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { refusals } from '#forms/errors.ts';
import { notices } from '#forms/notices.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { createSiteBrowser } from '#testing/site-browser.ts';
import { until } from '#testing/until.ts';

const path = '/make-a-claim';
const panel = 'section[aria-label="Waiting to be sent"]';
const restored = 'We kept what you typed earlier on this device. Carry on where you stopped.';

test('what waits can be tried at once, which says so; deleted, it is gone from the page and is not sent', async () => {
  const { page, browser } = await waitWithClaim();
  await page.press('Try now');
  await until('the time of the attempt', () => /Last tried at \d\d:\d\d\./.test(page.text(panel)));
  await page.press('Do not send it');
  await page.press('No, keep it');
  await page.press('Do not send it');
  await page.press('Yes, delete it');
  await until('the panel to go', () => !page.find(panel));
  expect([page.find('.lead-form .callout-danger'), page.answers()]).toEqual([null, aoife]);
  await page.press('Clear this form');
  browser.setTrouble('none');
  const again = await (await browser.reload(page)).hydrate();
  expect([again.find(panel), browser.rows()]).toEqual([null, []]);
});

test('a browser that keeps nothing says that the form is not sent by itself, and a tap sends it', async () => {
  const browser = await createSiteBrowser();
  vi.stubGlobal('indexedDB', {
    databases: async () => [],
    open: () => {
      throw new DOMException('It is full.', 'QuotaExceededError');
    },
  });
  const page = await browser.visit(path);
  browser.setTrouble('no signal');
  page.fill(aoife);
  page.submit();
  await page.says('This browser keeps nothing for us, so it is not sent by itself.');
  expect([page.text().includes('Waiting to be sent'), page.answers()]).toEqual([false, aoife]);
  browser.setTrouble('none');
  page.submit();
  await page.shows('.receipt');
  expect(browser.rows()).toHaveLength(1);
});

test('what the server refuses while it waits can be opened from any page with what is wrong, and is sent once corrected', async () => {
  const { page, browser } = await waitWithClaim();
  const fields = { postcode: 'Enter your answer to: Postcode.' };
  browser.setTrouble(async () =>
    Response.json({ message: refusals.checkAnswers, fields }, { status: 422, headers: { [answerHeader]: '1' } }),
  );
  const other = await (await browser.goTo(page, '/faq')).hydrate();
  await other.says('Not taken: your claim.');
  expect(other.text(panel)).toContain(refusals.checkAnswers);
  await other.press('Open the form');
  const form = await (await browser.goTo(other, path)).hydrate();
  await until('the summary', () => form.text('.error-summary').includes(fields.postcode));
  expect(form.answers()).toEqual(aoife);
  browser.setTrouble('none');
  form.fill({ postcode: 'IG11 8NW' });
  form.submit();
  await form.shows('.receipt');
  await until('the panel to go', () => !form.find(panel));
  expect(browser.rows().map(({ form_data }) => JSON.parse(form_data).postcode)).toEqual(['IG11 8NW']);
});

test('a draft survives a page change and a reload, which is announced; cleared it is gone, and after Undo it is back', async () => {
  const browser = await createSiteBrowser();
  const first = await browser.visit(path);
  const untouched = first.answers();
  first.fill(aoife);
  const other = await (await browser.goTo(first, '/faq')).hydrate();
  const page = await (await browser.goTo(other, path)).hydrate();
  await page.says(restored);
  expect(page.answers()).toEqual(aoife);
  await page.press('Clear this form');
  expect(page.answers()).toEqual(untouched);
  await page.press('Undo');
  expect(page.answers()).toEqual(aoife);
  await page.press('Clear this form');
  expect((await (await browser.reload(page)).hydrate()).answers()).toEqual(untouched);
});

test('what was typed before hydration, and posted without signal, is in the form of the next tab', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.open(path);
  page.fill(aoife);
  page.submit();
  page.close();
  const tab = await browser.visit(path);
  await tab.says(restored);
  expect(tab.answers()).toEqual(aoife);
  await tab.press('Clear this form');
  expect(JSON.stringify([browser.localStorage, tab.session])).not.toContain(aoife.email);
});

test('without signal and without the script of notices a plain notice says that sending failed, and the form can be sent again', async () => {
  vi.doMock('#app/islands/notice-island.tsx', () => {
    throw new Error('There is no signal.');
  });
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  browser.setTrouble('no signal');
  page.fill(aoife);
  page.submit();
  await page.shows('.notice-destructive');
  vi.doUnmock('#app/islands/notice-island.tsx');
  expect(page.text('.notice-destructive')).toBe(`${notices.failure.title}${notices.failure.fallback}`);
  await until('the button', () => page.text('.form-submit') === 'Submit Claim');
  expect([page.find('.form-submit')?.hasAttribute('aria-disabled'), page.answers()]).toEqual([false, aoife]);
});

test('sent by a double tap from a tab that is closed meanwhile, a claim is one, whose receipt the next page has', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  const { promise: isPosted, resolve: posted } = Promise.withResolvers<void>();
  let requests = 0;
  browser.setTrouble(async (request) => {
    requests += 1;
    await browser.server(request);
    posted();
    return new Promise(() => {});
  });
  page.fill(aoife);
  page.submit();
  page.submit();
  await isPosted;
  page.close();
  expect(requests).toBe(1);
  browser.setTrouble('none');
  const other = await browser.visit('/faq');
  await other.says('We have your claim.');
  const form = await (await browser.goTo(other, path)).hydrate();
  const [row, ...others] = browser.rows();
  expect([others, form.answers().lastName, form.text('.receipt-reference')]).toEqual([[], '', row?.reference]);
});

/** A page whose claim waits for signal. */
async function waitWithClaim() {
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  browser.setTrouble('no signal');
  page.fill(aoife);
  page.submit();
  await until('the panel', () => page.text(panel).includes('Waiting to be sent: your claim'));
  return { browser, page };
}
