// Protects: a form that is posted before the scripts came goes on correctly after them.
import { expect, test } from 'vitest';
import { serviceBoxes } from '#forms/claim-options.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, bo } from '#testing/fixtures/people.ts';
import { createSiteBrowser } from '#testing/site-browser.ts';
import { until } from '#testing/until.ts';

const restored = 'We kept what you typed earlier on this device. Carry on where you stopped.';
const path = '/make-a-claim';

test('a claim posted before hydration and refused keeps its summary, marks and answers, and is sent once corrected', async () => {
  const browser = await createSiteBrowser();
  const untouched = (await browser.open(path)).answers();
  const refused = { ...aoife, email: 'aoife@nowhere', vehicleYear: '1898' };
  const page = await postEarly(browser, refused);
  // Some of it is corrected before hydration.
  const [box] = serviceBoxes;
  const typed = { lastName: 'Early and corrected', vehicleType: 'van', ...(box && { [box.name]: 'yes' }) };
  page.fill(typed);
  await page.hydrate();
  const changed = { ...refused, ...typed };
  expect(page.text('.error-summary')).toContain('Please enter a valid email address.');
  expect(page.find('main [name="email"]')?.getAttribute('aria-invalid')).toBe('true');
  expect(page.answers()).toEqual(changed);
  expect(page.all('.form-progress li').map((one: Element) => one.textContent?.includes(', complete'))).toEqual([
    false,
    ...Array(5).fill(true),
  ]);

  // From hydration on it is a draft.
  const again = await (await browser.goTo(page, path)).hydrate();
  await again.says(restored);
  expect(again.answers()).toEqual(changed);
  again.fill({ email: 'early-corrected@example.com' });
  again.submit();
  await again.shows('.receipt');
  expect([again.answers(), again.find('.error-summary')]).toEqual([untouched, null]);
  const last = await (await browser.goTo(again, path)).hydrate();
  expect(last.answers()).toEqual(untouched);
  expect(last.text()).not.toContain(restored);
  expect(browser.rows()).toHaveLength(1);
});

test('a claim posted before hydration and accepted keeps its receipt; the same by script is the same claim, another one is another', async () => {
  const browser = await createSiteBrowser();
  const answers = { ...bo, locationOfAccident: 'One' };
  const page = await postEarly(browser, answers);
  const receipt = page.text('.receipt');
  expect(receipt).toContain('We will contact you by');
  const [first] = browser.rows();
  const shown = () => page.text('.receipt-reference');
  expect(shown()).toBe(first?.reference);
  page.unfold();
  page.fill({ firstName: 'Second' });
  await page.hydrate();
  expect([shown(), page.answers().firstName]).toEqual([first?.reference, 'Second']);
  expect(page.document.activeElement?.getAttribute('name')).toBe('firstName');

  page.fill(answers);
  page.submit();
  await until('the answer', () => page.answers().firstName === '');
  expect(page.text('.receipt')).toContain(/We will contact you by [^.]+/.exec(receipt)?.[0]);
  expect([shown(), browser.rows().length]).toEqual([first?.reference, 1]);

  page.fill({ ...answers, locationOfAccident: 'Two' });
  page.submit();
  await until('another reference', () => shown() !== first?.reference);
  expect(browser.rows().map(({ form_data }) => JSON.parse(form_data).locationOfAccident)).toEqual(['One', 'Two']);
});

test('a draft of an earlier visit comes back around what was typed before hydration; posted before the next one it is over', async () => {
  const browser = await createSiteBrowser();
  const first = await browser.visit(path);
  first.fill(aoife);
  const second = await browser.reload(first);
  second.fill({ firstName: 'Aoife Maeve', vehicleType: 'van' });
  await second.hydrate();
  await second.says(restored);
  expect(second.answers()).toEqual({ ...aoife, firstName: 'Aoife Maeve', vehicleType: 'van' });

  const third = await browser.reload(second);
  const untouched = third.answers();
  third.fill(bo);
  third.submit();
  const answered = await (await browser.answerTo(third)).hydrate();
  expect(answered.find('.receipt')).not.toBeNull();
  expect((await (await browser.goTo(answered, path)).hydrate()).answers()).toEqual(untouched);
});

test('a photograph chosen before goes to the claim that is posted early, and what is typed below its receipt outlives a reload', async () => {
  const browser = await createSiteBrowser();
  const page = await browser.visit('/roadside');
  await page.choose(new File([new Uint8Array(evidenceFiles.jpeg())], 'before.jpg', { type: 'image/jpeg' }));
  await page.says('before.jpg');
  const again = await browser.reload(page);
  again.fill({ name: 'Early with a photograph', phone: '07700 900717', locationOfAccident: 'M25 J27', consent: 'yes' });
  again.submit();
  const answered = await (await browser.answerTo(again)).hydrate();
  await until('the photograph', () => browser.files().length > 0);
  expect(browser.files()).toEqual(['before.jpg']);
  await until('the end of its upload', () => !answered.text().includes('before.jpg'));

  answered.unfold();
  answered.fill({ name: 'Another accident' });
  const reloaded = await (await browser.repeat(answered)).hydrate();
  expect(reloaded.answers().name).toBe('Another accident');
  expect(browser.rows()).toHaveLength(1);
});

type Browser = Awaited<ReturnType<typeof createSiteBrowser>>;

/** Fills in and posts the claim form before its scripts came, and opens the answer, whose scripts have not come either. */
async function postEarly(browser: Browser, answers: Record<string, string>) {
  const page = await browser.open(path);
  page.fill(answers);
  page.submit();
  return browser.answerTo(page);
}
