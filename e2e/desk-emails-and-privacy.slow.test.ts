// Protects: staff resend e-mails, release quarantine, export and erase in the browser.
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { bo } from '#testing/fixtures/people.ts';
import { readStore } from '#testing/read-store.ts';
import { entriesOf } from '#testing/zip-entries.ts';
import { sendClaimWith } from './harness/claim-with-files.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';

const desk = setupDeskJourney();
const { journey, send, open } = desk;

afterEach(() => {
  journey.mailbox.refuse.message = undefined;
});

test('an email that was refused is shown with the mail server’s reply, and sent again from the desk', async () => {
  journey.mailbox.refuse.message = { code: 550, text: '5.1.1 No such mailbox' };
  const id = await send({ ...bo, firstName: 'Ottilie', additionalInfo: 'refused' });
  const page = await open(`/desk/submissions/${id}`, desk.handler);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText('Failed', { exact: true }).count();
    })
    .toBe(1);
  const email = page.getByRole('listitem').filter({ hasText: 'To the team: what was sent' });
  // Before the refusal there may have been an attempt that the mail server answered too late.
  await email.getByText(/^(One attempt|\d+ attempts)$/).click();
  await email.getByText('No such mailbox').waitFor();
  journey.mailbox.refuse.message = undefined;
  await email.getByRole('button', { name: /^Send again/ }).click();
  await page.getByText('The email will be sent again').waitFor();
  await journey.mailbox.waitForEmail(({ text }) => text?.includes('Ottilie') ?? false);
});

test('a submission in quarantine is shown and released: its email is sent', async () => {
  const id = await send(
    { name: 'Real Person', email: 'real@example.org', subject: 'Hello', message: 'A real question', howDidYouFindUs: 'x' },
    'Contact Us',
  );
  const page = await open('/desk/all?list=quarantine', desk.handler);
  await page.getByRole('link', { name: 'Real Person' }).click();
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByText('Released from quarantine.').waitFor();
  await journey.mailbox.waitForEmail(({ subject }) => subject?.includes('Hello') ?? false);
  expect(readStore(journey.product).submissions.find((row) => row.id === id)).toMatchObject({ quarantined_at: null });
});

test("A person's data is exported with the files of their claims, which the page offers where there are any", async () => {
  const bytes = evidenceFiles.pdf();
  const id = await sendClaimWith(
    journey.product,
    { 'front.pdf': bytes },
    { email: 'zenobia@example.org', phone: '07700 900778' },
  );
  const reference = String(readStore(journey.product).submissions.find((row) => row.id === id)?.reference);
  const page = await open('/desk/people?about=zenobia%40example.org', desk.owner);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'With the files (ZIP)' }).click();
  const zip = await download;
  expect(zip.suggestedFilename()).toMatch(/^what-we-hold-.+\.zip$/);
  const entries = entriesOf(await readFile((await zip.path()) ?? ''));
  expect(entries.get(`${reference}/front.pdf`)?.equals(bytes)).toBe(true);
  await send({ ...bo, email: 'no.files@example.org', phone: '07700 900779' });
  await page.goto(`${journey.product.url}/desk/people?about=no.files%40example.org`);
  await page.getByText('One submission.').waitFor();
  expect(await page.getByRole('button', { name: 'With the files (ZIP)' }).count()).toBe(0);
});

test.each([true, false])(
  'a person is found and erased without being named in an address (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const email = `ione-${javaScriptEnabled}@example.org`;
    await send({ ...bo, email, phone: javaScriptEnabled ? '07700 900780' : '07700 900781' });
    await journey.mailbox.waitForEmail(({ text }) => text?.includes(email) ?? false);
    const page = await open('/desk/people', desk.owner, { javaScriptEnabled, expected: /status of 422/ });
    await page.getByLabel('Their email address or phone number, in full').fill(email);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('One submission.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    expect(await readFile((await (await download).path()) ?? '', 'utf8')).toContain(email);
    await page.getByRole('button', { name: 'Erase all of it…' }).click();
    await page.getByLabel('Why').fill('Asked for by phone.');
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Erase one submission' }).click();
    await page.getByText('Tick the box').waitFor();
    expect(await page.getByLabel('Why').inputValue()).toBe('Asked for by phone.');
    await page.getByLabel('I know that this cannot be undone').check();
    await page.getByRole('button', { name: 'Erase one submission' }).click();
    await page.getByRole('heading', { name: 'Erased' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  },
);
