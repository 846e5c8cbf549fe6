// Protects: a claim begun at the roadside is finished in the browser, with and without scripts.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { type Answers, fieldsOf } from '#forms/form.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { readStore } from '#testing/read-store.ts';
import { type PageOptions, ready } from './harness/browser.ts';
import { setupDeskJourney } from './harness/desk-setup.ts';
import { answerForm, fill, submit } from './harness/fill.ts';

const desk = setupDeskJourney();
const { journey } = desk;
const phone = { viewport: { width: 375, height: 700 } };

let count = 0;

/** Begins a claim at the roadside, and goes on to its page by the private link of the receipt. */
async function begin(options: PageOptions = {}) {
  count += 1;
  const number = `07700 9006${String(count).padStart(2, '0')}`;
  const page = await journey.visit('/roadside', { ...phone, ...options });
  const { language: _, ...answers } = idris;
  await fill(page, { ...answers, phone: number });
  await submit(page);
  const link = page.locator('.receipt a[href*="/your-claim/"]:not([href$="#phone"])').first();
  await link.waitFor();
  const reference = (await page.locator('.receipt-reference').textContent()) ?? '';
  return { page, number, reference, link: (await link.getAttribute('href')) ?? '' };
}

const sectionOf = (page: Page, title: string) =>
  page.locator('.finish-section', { has: page.locator('summary', { hasText: title }) });

/** Fills a section in and saves it. */
async function saveSection(page: Page, title: string, answers: Record<string, string>) {
  const section = sectionOf(page, title);
  await section.evaluate((element) => element.setAttribute('open', ''));
  await section.locator('form').evaluate(answerForm, answers);
  await section.getByRole('button', { name: 'Save this section' }).click();
}

/** What the form asks, which a business may have changed. */
const needed = fieldsOf(claim).filter(({ required }) => required);
const isNeeded = (name: string) => needed.some((field) => field.name === name);

const progress = (answers: Answers) => `${needed.filter(({ name }) => answers[name]).length} of ${needed.length} answers`;

/** What a section asks that was not answered at the roadside. */
function rest(title: string): Answers {
  const fields = claim.sections.find((section) => section.title === title)?.fields ?? [];
  return Object.fromEntries(fields.flatMap(({ name }) => (idris[name] || !aoife[name] ? [] : [[name, aoife[name]]])));
}

/** The sections after that of the insurer without which the claim is not complete. */
const lastSections = claim.sections
  .slice(claim.sections.findIndex(({ title }) => title === 'Insurance Details') + 1)
  .flatMap(({ title }) => (Object.keys(rest(title)).some(isNeeded) ? [title] : []));

const rowsOf = (reference: string) => readStore(journey.product).submissions.filter((one) => one.reference === reference);

test.each([true, false])(
  'a claim begun at the roadside is finished section by section: one row, one reference (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page, reference, link } = await begin({ javaScriptEnabled });
    await page.goto(link);
    if (javaScriptEnabled) await ready(page);
    let answered: Answers = idris;
    const save = (title: string, answers: Answers) => {
      answered = { ...answered, ...answers };
      return saveSection(page, title, answers);
    };
    const showsProgress = () => page.getByText(progress(answered)).waitFor();
    await showsProgress();
    const email = `finish.${javaScriptEnabled}@example.org`;
    expect(await page.getByLabel(/^First name/).inputValue()).toBe('Idris');
    await save('Personal Information', { ...rest('Personal Information'), email });
    await showsProgress();
    await sectionOf(page, 'Personal Information').getByText('Saved. Thank you.').waitFor();
    const acknowledgement = await journey.mailbox.waitForEmail(({ envelope }) => envelope.to[0] === email);
    expect(acknowledgement.text).toContain('Finish your claim');
    expect(acknowledgement.text).toContain('/your-claim/');

    await sectionOf(page, 'Accident Details')
      .getByText(idris.locationOfAccident ?? '')
      .waitFor();
    await save('Accident Details', rest('Accident Details'));
    await showsProgress();
    // A part of a section and an invalid value: what was typed stays.
    const { vehicleType = '', ...vehicle } = rest('Vehicle Information');
    await save('Vehicle Information', vehicle);
    await showsProgress();
    await save('Vehicle Information', { vehicleType });
    await showsProgress();
    await save('Insurance Details', rest('Insurance Details'));
    for (const title of lastSections) {
      await showsProgress();
      await save(title, rest(title));
    }
    await page
      .getByText(/^We have every answer we asked for\./)
      .or(page.getByText('Show the answers you sent'))
      .first()
      .waitFor();
    await page.getByText('Finish your claim').waitFor({ state: 'detached' });

    const complete = await journey.mailbox.waitForEmail(
      ({ subject }) => subject?.includes(`Claim complete: ${reference}`) === true,
    );
    for (const part of [aoife.vehicleMake ?? '', aoife.insuranceCompany ?? '', idris.locationOfAccident ?? ''])
      expect(complete.text).toContain(part);
    const [row, ...others] = rowsOf(reference);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ form_name: 'Roadside Start' });
    const atDesk = await desk.open('/desk/all?list=updated', desk.handler);
    const item = atDesk.getByRole('listitem').filter({ hasText: reference });
    await item.getByText('Complete', { exact: true }).waitFor();
    await item.getByRole('link').click();
    await atDesk.locator('.submission-head').getByText('Complete', { exact: true }).waitFor();
  },
);

test('a section that is refused keeps what was typed, and saves after it was put right', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, link } = await begin({ javaScriptEnabled, expected: /status of 422/ });
    await page.goto(link);
    if (javaScriptEnabled) await ready(page);
    const typed = { firstName: 'Idris', lastName: 'Khan', email: 'idris@', address: '9 Road' };
    await saveSection(page, 'Personal Information', typed);
    const section = sectionOf(page, 'Personal Information');
    await section.getByRole('alert').waitFor();
    expect(await page.getByLabel(/^Email/).inputValue()).toBe('idris@');
    expect(await page.getByLabel(/^Address/).inputValue()).toBe('9 Road');
    await page.getByText(progress(idris)).waitFor();
    await saveSection(page, 'Personal Information', { email: 'idris@example.org' });
    await page.getByText(progress({ ...idris, ...typed })).waitFor();
  }
});

test('a second section is saved after the first, which takes long, and both are', async () => {
  const { page, reference, link } = await begin();
  await page.goto(link);
  await ready(page);
  const { promise, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/your-claim.data*', async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  await saveSection(page, 'Personal Information', rest('Personal Information'));
  await page.getByRole('button', { name: 'Sending...' }).waitFor();
  const later = saveSection(page, 'Vehicle Information', rest('Vehicle Information'));
  // A click that was possible would have been made by now.
  await page.waitForTimeout(500);
  letThrough();
  await later;
  const answers = { ...idris, ...rest('Personal Information'), ...rest('Vehicle Information') };
  await page.getByText(progress(answers)).waitFor();
  expect(rowsOf(reference).map(({ form_data }) => form_data.firstName)).toEqual([aoife.firstName]);
});

test('a section that was sent from a tab of before completion says what was not saved', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, link } = await begin({ javaScriptEnabled, expected: /status of 422/ });
    await page.goto(link);
    if (javaScriptEnabled) await ready(page);
    const other = await page.context().newPage();
    await other.goto(link);
    await saveSection(other, 'Personal Information', { ...rest('Personal Information'), email: `tab.${count}@example.org` });
    for (const title of ['Accident Details', 'Vehicle Information', 'Insurance Details', ...lastSections])
      await saveSection(other, title, rest(title));
    await other.getByText('Finish your claim').waitFor({ state: 'detached' });
    await saveSection(page, 'Insurance Details', { insuranceCompany: 'Another insurer' });
    await page
      .getByText(/To change it, send us a message|Please check the answers/)
      .first()
      .waitFor();
    expect(await page.content()).toContain('Another insurer');
  }
});

test.each([true, false])(
  'a claim sent from the same browser is saved into what was begun at the roadside (scripts: %s)',
  async (javaScriptEnabled) => {
    const { page, number, reference, link } = await begin({ javaScriptEnabled, expected: /status of 409/ });
    await page.goto(`${journey.product.url}/make-a-claim`);
    if (javaScriptEnabled) {
      await ready(page);
      await page.getByText(`You started at the roadside: reference ${reference}`).waitFor();
      expect(await page.getByRole('link', { name: 'Carry on with that claim' }).getAttribute('href')).toBe(link);
    }
    await fill(page, { ...aoife, phone: number.replace('0', '+44 '), email: `same.${javaScriptEnabled}@example.org` });
    await submit(page);
    // The accident has another date and place than the start.
    await page.getByText(`You already sent claim ${reference}`).first().waitFor();
    expect(rowsOf(reference)).toHaveLength(1);
    await page.getByRole('button', { name: 'Yes, the same accident: add this to it' }).click();
    await page.locator('.receipt-reference').getByText(reference).waitFor();
    await page.locator('.receipt').getByText('What you sent now was added to this claim').waitFor();
    expect(await page.locator('.receipt a[href*="/your-claim/"]:not([href$="#phone"])').first().getAttribute('href')).toBe(link);
    expect(rowsOf(reference)).toHaveLength(1);
    const rows = readStore(journey.product).submissions.filter((row) =>
      JSON.stringify(row.form_data).includes(`same.${javaScriptEnabled}@`),
    );
    expect(rows.map((row) => row.reference)).toEqual([reference]);
    await page.goto(link);
    await page.getByText('Show the answers you sent').waitFor();
    expect(await page.getByText('Finish your claim').count()).toBe(0);
    await page.getByText(/^On the claim form, Location/).waitFor();
  },
);
