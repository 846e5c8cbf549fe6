// Protects: stored markup is text on every screen of the desk and in every e-mail.
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import type { TestStaff } from '#testing/test-accounts.ts';
import { ready } from './harness/browser.ts';
import { addSession } from './harness/desk-setup.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { createStaff } from './harness/staff-template.ts';

const journey = setupJourney(ownServers);
let owner: TestStaff;

/** Text that breaks out of an element, an attribute, a script, a style and a comment, wherever it is shown. */
const attack = (name: string) =>
  `"'--></script></style></textarea></title><img src=x onerror="window.hit='${name}'"><svg onload="window.hit='${name}'">{{7*7}}`;

/** Every field that accepts any text; the others keep values that they accept. */
const rest: Record<string, Record<string, string>> = {
  'Make a Claim': aoife,
  'Contact Us': { name: 'x', email: 'contact@example.org', subject: 'x', message: 'x' },
  'Partners Inquiry': {},
};

let sent: { form: string; id: string; fields: string[] }[] = [];

beforeAll(async () => {
  owner = await createStaff(journey.product, 'mallory@kerbside.example', 'owner', attack('colleague').slice(0, 100));
  sent = [];
  for (const form of forms) {
    const valid = rest[form.name];
    if (!valid || Object.keys(valid).length === 0) continue;
    const data: Record<string, string> = { ...valid };
    const fields: string[] = [];
    for (const { name } of fieldsOf(form)) {
      const attempt = { ...data, [name]: attack(name) };
      const response = await journey.product.request(
        '/functions/v1/send-form-email',
        jsonPost({ formName: form.name, formData: attempt }),
      );
      if (response.status !== 200) continue;
      data[name] = attack(name);
      fields.push(name);
    }
    const last = readStore(journey.product).submissions.filter((row) => row.form_name === form.name);
    const whole = last.find((row) => fields.every((name) => row.form_data[name]?.includes('onerror')));
    if (whole) sent.push({ form: form.name, id: whole.id, fields });
  }
});

test('Every screen of the desk shows markup in a form, note, name or reason as text', async () => {
  expect(sent.map(({ form }) => form)).toEqual(expect.arrayContaining(['Make a Claim', 'Contact Us']));
  expect(sent.map(({ fields }) => fields.length).reduce((a, b) => a + b)).toBeGreaterThan(10);
  const page = await journey.newPage();
  await addSession(page, journey.product, owner);
  const claim = sent.find(({ form }) => form === 'Make a Claim')?.id;
  const screens = [
    ...[
      '/desk',
      '/desk/all?list=due',
      `/desk/all?q=${encodeURIComponent(attack('q'))}`,
      `/desk/all?from=${encodeURIComponent(attack('from'))}`,
    ],
    ...sent.map(({ id }) => `/desk/submissions/${id}`),
    ...sent.map(
      ({ id }) =>
        `/desk/submissions/${id}?did=${encodeURIComponent(attack('did'))}&act=note+removed&noteId=${encodeURIComponent(attack('undo'))}`,
    ),
    ...[
      `/desk/people?about=${encodeURIComponent(aoife.email ?? '')}`,
      `/desk/people?about=${encodeURIComponent(attack('about'))}`,
    ],
    ...[`/desk/erase?submission=${claim}`, '/desk/staff', '/desk/account', '/desk/audit', '/desk/responses'],
  ];
  await page.goto(`${journey.product.url}/desk/submissions/${claim}`);
  await ready(page);
  await page.getByLabel('Add a note').fill(attack('note'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.locator('.note').getByText('{{7*7}}').waitFor();
  for (const path of screens) {
    await page.goto(journey.product.url + path);
    await ready(page);
    expect(await page.locator('img[src="x"], svg[onload], [onerror]').count(), path).toBe(0);
    expect(await page.evaluate(() => (window as { hit?: string }).hit ?? null), path).toBeNull();
  }
  // This also holds while React changes from one screen to the next.
  await page.goto(`${journey.product.url}/desk`);
  await ready(page);
  await page.locator('a.queue-row-name').first().click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  expect(await page.evaluate(() => (window as { hit?: string }).hit ?? null)).toBeNull();
});

test('Every email shows it as text, without an element, header or link', async () => {
  for (const { id } of sent) {
    const row = readStore(journey.product).submissions.find((one) => one.id === id);
    const email = await journey.mailbox.waitForEmail(({ subject, text }) =>
      `${subject}${text}`.includes(row?.reference ?? 'none'),
    );
    expect(email.html).not.toMatch(/<img src=x|<svg onload|<\/textarea>/);
    expect(email.html).toContain('&lt;img src=x');
    expect(email.subject).not.toMatch(/[\r\n]/);
    const page = await journey.newPage();
    await page.setContent(email.html ?? '');
    expect(await page.locator('img[src="x"], svg[onload], [onerror]').count()).toBe(0);
    expect(await page.evaluate(() => (window as { hit?: string }).hit ?? null)).toBeNull();
  }
});
