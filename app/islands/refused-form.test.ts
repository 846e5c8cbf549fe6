// Protects: a refused form says what is wrong where it is wrong, and keeps what was typed.
import { expect, test } from 'vitest';
import { answerHeader } from '#forms/answer-header.ts';
import { refusals } from '#forms/errors.ts';
import { notices } from '#forms/notices.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { sampleMessages, samplePartners } from '#testing/fixtures/submissions.ts';
import { createSiteBrowser, type SitePage } from '#testing/site-browser.ts';
import { until } from '#testing/until.ts';

const path = '/make-a-claim';

test('fields that the server refuses are listed, linked, marked and counted in the title, until they are corrected', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  page.fill({ ...aoife, firstName: '', vehicleMake: '' });
  page.submit({ isUnchecked: true });
  const summary = await page.shows('.error-summary');
  await until('the focus', () => summary === page.document.activeElement);
  expect(page.text('.error-summary')).toContain('There is a problem');
  expect(page.document.title).toMatch(/^Error: /);
  const link = page.all('.error-summary a').find(({ textContent }) => textContent === 'Enter the make.');
  expect(page.find(String(link?.getAttribute('href')))?.getAttribute('name')).toBe('vehicleMake');
  expect(field(page, 'firstName').getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(page, 'firstName')).toContain('Enter your first name.');
  expect(page.answers().lastName).toBe(aoife.lastName);

  page.fill({ firstName: 'Aoife', vehicleMake: 'Kia' });
  page.submit();
  await page.shows('.receipt');
  await until('the title', () => !page.document.title.startsWith('Error: '));
  expect(page.all('.lead-form [aria-invalid]')).toEqual([]);
});

test.each([
  [path, aoife],
  ['/contact', sampleMessages[0].data],
  ['/partners', samplePartners[0].data],
])('without scripts a malformed email has the same notice, and the title starts with the error: %s', async (ofForm, answers) => {
  const browser = await createSiteBrowser();
  const page = await browser.open(ofForm);
  page.fill({ ...answers, email: 'mo@nowhere' });
  page.submit();
  const refused = await browser.answerTo(page);
  expect(refused.text('[role="alert"] h2')).toBe(notices.invalidEmail.title);
  expect(refused.text('[role="alert"] a')).toBe(notices.invalidEmail.description);
  expect(refused.document.title).toMatch(/^Error: /);
  expect(refused.answers()).toEqual({ ...answers, email: 'mo@nowhere' });
});

test('without scripts a form that comes back says what is unlikely in it, and nothing keeps it from being sent', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.open(path);
  page.fill({ ...aoife, email: 'mo@nowhere', dateOfAccident: '0026-02-01' });
  page.submit();
  const refused = await browser.answerTo(page);
  const warnings = refused.all('.lead-form .field-warning').flatMap(({ textContent }) => textContent || []);
  expect(warnings).toEqual(['That is a year we cannot read. Please check day and month too; if it is right, carry on.']);
  refused.fill({ email: 'aoife@example.com' });
  refused.submit();
  await browser.answerTo(refused);
  expect(browser.rows().map((row) => JSON.parse(row.form_data).dateOfAccident)).toEqual(['0026-02-01']);
});

test('warnings and complete sections go with the answers they are about, and an unlikely answer is sent all the same', async () => {
  const browser = await createSiteBrowser();
  let page = await browser.visit(path);
  const warnings = () => page.all('.lead-form .field-warning').flatMap(({ textContent }) => textContent || []);
  const complete = () => page.all('.form-progress a').filter(({ textContent }) => textContent?.includes(', complete')).length;
  const both = [
    'That date is in the future. Please check it; if it is right, carry on.',
    'That is an unusual year for a vehicle. Please check it; if it is right, carry on.',
  ];
  const areShown = (expected: string[]) => until(`${expected}`, () => `${warnings()}` === `${expected}`);
  page.fill({ ...aoife, dateOfAccident: '2091-01-01', vehicleYear: '1492' });
  await areShown(both);
  await page.press('Clear this form');
  await areShown([]);
  await page.press('Undo');
  await areShown(both);
  page = await (await browser.reload(page)).hydrate();
  await areShown(both);
  expect(complete()).toBe(6);
  page.submit();
  await page.shows('.receipt');
  expect([warnings(), complete(), browser.rows().length]).toEqual([[], 0, 1]);
});

test('after the notice of a malformed email the field is marked, says why and has the focus, and a correction is sent', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  page.fill({ ...aoife, email: 'someone@nowhere' });
  page.submit();
  await page.says('Invalid Email');
  expect(field(page, 'email').getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(page, 'email')).toContain('Please enter a valid email address.');
  expect(page.document.activeElement?.getAttribute('name')).toBe('email');
  page.fill({ email: 'somebody@example.com' });
  page.submit();
  await page.shows('.receipt');
  expect(field(page, 'email').getAttribute('aria-invalid')).toBeNull();
  expect(page.all('.field-error')).toEqual([]);
});

test("what the server refuses stays beside the button after the notice, in the server's own words", async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit('/contact');
  browser.setTrouble(async () => Response.json({ message: refusals.tooLong }, { status: 413, headers: { [answerHeader]: '1' } }));
  const typed = { name: 'Mo', email: 'mo@example.com', phone: '', subject: 'Long', message: 'A long story' };
  page.fill(typed);
  page.submit();
  await page.shows('.lead-form .callout-danger');
  for (const words of [refusals.tooLong, 'Your answers are still here'])
    expect(page.text('.lead-form .callout-danger')).toContain(words);
  expect(page.answers()).toEqual(typed);
});

test('while it is sent a form cannot be cleared, and what is changed meanwhile can be brought back after it', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit(path);
  const held = Promise.withResolvers<void>();
  browser.setTrouble((request) => held.promise.then(() => browser.server(request)));
  page.fill(aoife);
  page.submit();
  await page.says('Submitting...');
  expect(page.find('.lead-form [type="reset"]')?.getAttribute('aria-disabled')).toBe('true');
  await page.press('Clear this form');
  page.run(() => page.form().reset());
  expect(page.answers()).toEqual(aoife);
  const changed = { additionalInfo: 'sent, and a second thought' };
  page.fill(changed);
  held.resolve();
  await page.shows('.receipt');
  expect(page.answers().additionalInfo).toBe('');
  await page.press('Undo');
  expect(page.answers()).toEqual({ ...aoife, ...changed });
});

const field = (page: SitePage, name: string) => page.form().querySelector(`[name="${name}"]`) as HTMLElement;

/** What a screen reader adds to a field's name. */
const descriptionOf = (page: SitePage, name: string) =>
  field(page, name)
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => page.text(`[id="${id}"]`))
    .join(' ');
