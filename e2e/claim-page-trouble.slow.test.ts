// Protects: on the claim's page each fault of a link, file or browser has its sentence.
import { expect, test } from 'vitest';
import { evidenceFiles, refusedFiles } from '#testing/fixtures/evidence-files.ts';
import { axeViolations, horizontalOverflow } from './harness/axe-violations.ts';
import { ready, refuseStorage } from './harness/browser.ts';
import { button, createClaimantPages, file, small } from './harness/claimant-pages.ts';
import { setupJourney } from './harness/journey.ts';

/** The page of a claim where something is not as it should be: its link, a file, or the browser. */
const journey = setupJourney();
const { sendClaim, openClaim } = createClaimantPages(journey);
const withoutScripts = { ...small, javaScriptEnabled: false };

test('without JavaScript the page of the claim names the files that were refused, and lists the others', async () => {
  const { page, reference } = await openClaim({ ...withoutScripts, expected: /status of 422/ });
  const send = async (...files: ReturnType<typeof file>[]) => {
    await page.getByLabel('Add files').setInputFiles(files);
    await button(page, 'Send files').click();
    return page.getByRole('alert');
  };
  const alert = await send(file('page.html', refusedFiles['a page']), file('one.jpg', evidenceFiles.jpeg()));
  await alert.getByText('page.html: Web pages', { exact: false }).waitFor();
  await alert.getByText('Every other file has arrived.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Your claim' }).waitFor();
  await page.getByText(reference).first().waitFor();
  await page.locator('.claim-files bdi', { hasText: 'one.jpg' }).waitFor();
  expect(await horizontalOverflow(page)).toEqual([]);
  expect(await page.locator('script').count(), 'scripts, which would take the address for that of a page').toBe(0);
  // One conflict only; everything after it works as before.
  const alone = await send(file('again.html', refusedFiles['a page']));
  await alone.getByText('again.html: Web pages', { exact: false }).waitFor();
  expect(await alone.getByText('Every other file has arrived.').count()).toBe(0);
  await page.getByLabel('Add a message').fill('From here.');
  await button(page, 'Send message').click();
  await page.getByText('We have your message.').waitFor();
  expect(page.url()).toContain('/your-claim?done=message');
});

test('files posted after the link has ended meet the page that says how to get another', async () => {
  const { page } = await openClaim({ ...withoutScripts, expected: /status of 403/ });
  await page.context().clearCookies();
  await page.getByLabel('Add files').setInputFiles([file('one.jpg', evidenceFiles.jpeg())]);
  await button(page, 'Send files').click();
  await page.getByRole('heading', { level: 1, name: 'Open your claim' }).waitFor();
  await page.getByRole('alert').getByText('Please open your claim by its private link again.', { exact: false }).waitFor();
});

test('in a browser that refuses storage files arrive, and the page says what cannot go on later', async () => {
  const { link } = await sendClaim();
  const page = await journey.newPage({ ...small });
  await page.addInitScript(refuseStorage);
  await page.goto(link);
  await ready(page);
  await page.getByText('Keep this page open until every file has arrived', { exact: false }).waitFor();
  await page.locator('#file').setInputFiles([file('one.jpg', evidenceFiles.jpeg()), file('two.pdf', evidenceFiles.pdf())]);
  await page.getByText('2 of 2 files arrived.').waitFor();
  await page.getByLabel('Add a message').fill('Nothing is stored here.');
  await button(page, 'Send message').click();
  await page.getByText('We have your message.').waitFor();
  expect([await axeViolations(page), await horizontalOverflow(page)]).toEqual([[], []]);
});

test('the address of posted files, opened by itself, leads to the page of the claim', async () => {
  const { page, reference } = await openClaim({ ...withoutScripts, expected: /status of 422/ });
  await page.getByLabel('Add files').setInputFiles([file('page.html', refusedFiles['a page'])]);
  await button(page, 'Send files').click();
  await page.getByRole('alert').waitFor();
  await page.goto(page.url());
  await page.getByRole('heading', { level: 1, name: 'Your claim' }).waitFor();
  await page.getByText(reference).first().waitFor();
  expect(page.url()).toBe(`${journey.product.url}/your-claim`);
});

test('a file whose upload stopped six days ago can go on where it stopped', async () => {
  const { page, reference } = await openClaim({ ...small });
  await page.evaluate((claim) => {
    const upload = { url: '/your-claim/files/none', fileName: 'film.mp4', begunAt: Date.now() - 6 * 24 * 3_600_000 };
    localStorage.setItem('uploads', JSON.stringify({ [`${claim} film.mp4`]: upload }));
  }, reference);
  await page.reload();
  await page.getByText('Not finished the last time.', { exact: false }).waitFor();
  await page.getByText('film.mp4').waitFor();
});

test.each(['x\r\nSet-Cookie: a=b', '1&done=erasure', 'é', ''])(
  'a form that is posted with the part %j leads to its page',
  async (part) => {
    const { link, reference } = await sendClaim();
    const headers = { Cookie: `kerbside-claim=${link.split('/').at(-1)}`, Origin: journey.product.url };
    const body = new URLSearchParams({ act: 'message', reference, key: crypto.randomUUID(), text: 'A text.', part });
    const response = await fetch(`${journey.product.url}/your-claim`, { method: 'POST', body, headers, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/your-claim?done=message#message']);
  },
);
