// Protects: every answer of a claim is in the store and in the e-mail to the team, however it was sent; what is missing is asked for.
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { fieldsOf } from '#forms/form.ts';
import { anjali, aoife, bo, jeanLuc, lukasz, mallory, xiaoming } from '#testing/fixtures/people.ts';
import { formPost, jsonPost, type RequestOptions } from '#testing/http.ts';
import { teamAddress } from '#testing/product.ts';
import { readStore } from '#testing/read-store.ts';
import type { Answers } from '../harness/fill.ts';
import { parseHtml, readPage, textOf } from '../harness/html.ts';
import { setupJourney } from '../harness/journey.ts';

const journey = setupJourney();
const fields = fieldsOf(claim);

const people: [string, Answers][] = [
  ['Aoife, with an apostrophe in her name and her address', aoife],
  ['Łukasz, in Polish', lukasz],
  ['小明, in Chinese and emoji', xiaoming],
  ['Jean-Luc, who leaves optional fields blank', jeanLuc],
  ['Bo, who writes as little as can be', bo],
  ['Anjali, who writes 5,000 characters', anjali],
  ['Mallory, who writes markup', mallory],
  ['somebody whose name is one space: there are no rules beyond the specified ones', { ...bo, firstName: ' ' }],
];

/** As a page with scripts sends a form, and as one without posts it. */
const ways: Record<string, (formData: Answers) => [string, RequestOptions]> = {
  'with scripts': (formData: Answers) => ['/functions/v1/send-form-email', jsonPost({ formName: claim.name, formData })],
  'without scripts': (formData: Answers) => [claim.path, formPost(formData)],
};

const send = (way: string, answers: Answers) => ways[way]?.(answers) as [string, RequestOptions];

test.each(people.flatMap(([who, answers]) => Object.keys(ways).map((way) => [who, way, answers] as const)))(
  '%s, %s: the database and the email hold what was typed',
  async (who, way, person) => {
    const answers: Answers = {
      ...person,
      email: `${people.findIndex(([one]) => one === who)}.${way.replace(' ', '-')}@example.com`,
    };
    const response = await journey.product.request(...send(way, answers));
    expect(response.status, response.text).toBe(200);
    if (way === 'without scripts') {
      const words = textOf(parseHtml(response.text), 'main');
      expect(words).toContain('✅ Submission Successful!');
      expect(words).toContain('Thank you! We have received your message and will be in touch shortly.');
    }
    const row = readStore(journey.product).submissions.find(({ form_data }) => form_data.email === answers.email);
    expect(row).toMatchObject({ form_name: 'Make a Claim', form_data: answers });
    expect(row?.form_data).toEqual(answers);

    const email = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === answers.email);
    expect([email.envelope.to, email.to?.map(({ address }) => address)]).toEqual([[teamAddress], [teamAddress]]);
    expect(email.text).toContain(row?.reference);
    expectInOrder(email.text, answers);
    // A mail program shows everything as it was typed, and runs nothing of it.
    const shown = parseHtml(email.html ?? '');
    expect(shown.querySelectorAll('script, img, svg, iframe, form, [onerror], [onload], [hidden]')).toHaveLength(0);
    for (const [, value] of expectedLines(answers)) expect(textOf(shown)).toContain(value.replaceAll(/\s+/g, ' ').trim());
  },
);

test("The email has a one-line subject with the person's name and nothing about their health", async () => {
  const answers = { ...bo, firstName: 'Zoë', email: 'zoe@example.com', additionalInfo: 'My neck hurts.' };
  const sent = send('with scripts', { ...answers, lastName: 'E\r\nBcc: victim@example.com' });
  expect((await journey.product.request(...sent)).status).toBe(200);
  const email = await journey.mailbox.waitForEmail((one) => one.replyTo?.[0]?.address === 'zoe@example.com');
  expect(email.subject).toContain('Zoë E Bcc: victim@example.com');
  expect(email.subject).not.toMatch(/[\r\n]|neck/);
  expect(email.bcc ?? []).toEqual([]);
  expect(email.envelope.to).toEqual([teamAddress]);
});

test('the form is one that browsers check themselves, begins with what is specified, and says what it could cost before its button', async () => {
  const { document } = await readPage(journey.product, claim.path);
  const form = document.querySelector('main form') as HTMLFormElement;
  expect([form.method, form.getAttribute('action'), form.hasAttribute('novalidate')]).toEqual([
    'post',
    expect.stringMatching(`^${claim.path}#`),
    false,
  ]);
  for (const { name, type, required } of fields) {
    const controls = [...form.querySelectorAll(`[name="${name}"]`)];
    expect(controls.length, name).toBeGreaterThan(0);
    expect(
      controls.every((control) => control.hasAttribute('required')),
      name,
    ).toBe(required ?? false);
    if (['email', 'date', 'time', 'number', 'tel'].includes(type)) expect(controls[0]?.getAttribute('type'), name).toBe(type);
  }
  expect(form.querySelector('[name="reportedToPolice"][value="no"]')?.hasAttribute('checked')).toBe(true);
  const [terms, button] = [form.querySelector('.callout a[href^="tel:"]'), form.querySelector('button[type="submit"]')];
  expect(terms?.parentElement?.textContent).toMatch(/you may have to pay/i);
  expect(button?.textContent).toBe('Submit Claim');
  expect((terms as Element).compareDocumentPosition(button as Element) & 4, 'the button follows').toBe(4);
});

test('without scripts every required field left out is named, in the form and in the summary, and what was typed is kept', async () => {
  const given: Answers = { ...mallory, email: 'someone@nowhere', postcode: '', consent: '' };
  const response = await journey.product.request(claim.path, formPost(given));
  expect([response.status, response.headers['content-type']]).toEqual([422, expect.stringMatching(/text\/html/)]);
  const all = parseHtml((await journey.product.request(claim.path, formPost({ firstName: 'Ola' }))).text);
  const marked = [...all.querySelectorAll('main [aria-invalid="true"]')].map((one) => one.getAttribute('name') ?? '');
  const required = fields.flatMap((field) => (field.required ? [field.name] : []));
  expect(marked).toEqual(required.filter((name) => name !== 'firstName'));
  expect(all.querySelectorAll('[role="alert"] li')).toHaveLength(marked.length);
  for (const name of marked) expect(describing(all, name), name).toMatch(/Error:/);
  expect(all.querySelector('main [name="firstName"]')?.getAttribute('value')).toBe('Ola');

  const page = parseHtml(response.text);
  expect(describing(page, 'email')).toContain('Please enter a valid email address.');
  for (const { name, type } of fields) {
    const control = page.querySelector<HTMLInputElement>(`main [name="${name}"]`);
    if (['text', 'email', 'tel', 'number'].includes(type)) expect(control?.getAttribute('value') ?? '', name).toBe(given[name]);
    if (type === 'textarea') expect(control?.textContent, name).toBe(given[name]);
  }
});

/** The description that a screen reader adds to a field. */
function describing(page: Document, name: string): string {
  const ids = page.querySelector(`main [name="${name}"]`)?.getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => page.getElementById(id)?.textContent ?? '')
    .join(' ');
}

/** Every question in the form's order, with the answer as a person reads it. */
function expectedLines(answers: Answers): [string, string][] {
  return fields.map(({ name, label, type, options }) => {
    const value = answers[name] ?? '';
    if (type === 'checkbox') return [label, value === 'yes' ? 'Yes' : 'No'];
    if (type === 'date' && value) return [label, new Date(value).toLocaleDateString('en-GB', { dateStyle: 'long' })];
    return [label, options?.find((option) => option.value === value)?.label ?? (value || 'Not given')];
  });
}

function expectInOrder(text = '', answers: Answers): void {
  const body = text.replaceAll('\r\n', '\n');
  let at = 0;
  for (const [label, value] of expectedLines(answers)) {
    const line = `\n${label}${/[?.]$/.test(label) ? '' : ':'} ${value}\n`;
    const found = body.indexOf(line, at);
    expect(found, `where the email has: ${line.trim()}`).toBeGreaterThanOrEqual(at);
    // The line break at its end may be the one before the next line.
    at = found + line.length - 1;
  }
}
