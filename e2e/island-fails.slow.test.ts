// Protects: a form whose scripts fail, or come late, keeps what was typed and is sent once.
import { expect, test } from 'vitest';
import { roadside } from '#forms/roadside.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { readEvidence, readStore } from '#testing/read-store.ts';
import { ready } from './harness/browser.ts';
import { fill, readForm, submit } from './harness/fill.ts';
import { setupJourney } from './harness/journey.ts';
import { storedClaims } from './harness/waiting.ts';

const journey = setupJourney();
const expected = /broken for this test|ERR_FAILED/;

/** Runs in the page: from now on the form throws when it is rendered, because it looks for errors of which there are none. */
function breakForm(): void {
  const { keys } = Object;
  Object.keys = (object: object) => {
    const found = keys(object);
    if (found.length === 0) throw new Error('broken for this test');
    return found;
  };
}

test.each(['while it is hydrated', 'once it is in use'])('A form that fails %s is sent all the same', async (moment) => {
  const page = await journey.newPage({ expected });
  const lastName = `Broken ${moment}`;
  const answers: Record<string, string> = { ...aoife, lastName };
  const failed = page.waitForEvent('pageerror');
  if (moment === 'while it is hydrated') await page.addInitScript(breakForm);
  await page.goto(`${journey.product.url}/make-a-claim`);
  if (moment === 'once it is in use') await ready(page);
  await fill(page, answers);
  if (moment === 'once it is in use') {
    await page.evaluate(breakForm);
    await page.locator('[name="vehicleMake"]').focus();
  }
  await failed;
  await page.locator('html:not([data-ready]) .lead-form').waitFor();
  expect(await readForm(page)).toEqual(answers);
  await page.locator('.lead-form .form-submit').click();
  await page.locator('.receipt').waitFor();
  expect(storedClaims(journey.product, lastName)).toHaveLength(1);
});

test.each(['arrives', 'cannot be loaded'])(
  'A form sent, and once more, before the script that sends it %s is one claim',
  async (fate) => {
    const page = await journey.newPage({ expected });
    const name = `Sent before it ${fate}`;
    const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
    await page.route('**/assets/sending-*.js', (route) =>
      decided.then(() => (fate === 'arrives' ? route.continue() : route.abort())),
    );
    await page.goto(`${journey.product.url}/roadside`);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const photograph = { name: 'early.jpg', mimeType: 'image/jpeg', buffer: evidenceFiles.jpeg() };
    if (fate === 'arrives') await page.getByLabel('Photographs (optional)').setInputFiles([photograph]);
    await fill(page, { name, phone: '07700 900555', locationOfAccident: 'M25 J27', consent: 'yes' });
    await submit(page);
    // It answers to the press although nothing can be sent yet.
    await page.getByRole('button', { name: roadside.busyLabel }).click({ force: true });
    decide();
    await page.locator('.receipt').waitFor();
    expect(readStore(journey.product).submissions.filter(({ form_data }) => form_data.name === name)).toHaveLength(1);
    const files = () => readEvidence(journey.product).flatMap(({ file, form_data }) => (form_data.name === name ? [file] : []));
    if (fate === 'arrives') await expect.poll(files).toEqual(['early.jpg']);
  },
);
