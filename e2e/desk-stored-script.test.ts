// Protects: what a stranger or a colleague types is text on every screen of the desk and in every e-mail, and becomes no element, link or script.
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { formPost, jsonPost } from '#testing/http.ts';
import { readStore } from '#testing/read-store.ts';
import type { TestStaff } from '#testing/test-accounts.ts';
import { parseHtml, textOf } from './harness/html.ts';
import { ownServers, setupJourney } from './harness/journey.ts';
import { createStaff } from './harness/staff-template.ts';

const journey = setupJourney(ownServers);

/** Text that breaks out of an element, an attribute, a script, a style and a comment, wherever it is shown. */
const attack = (name: string) =>
  `"'--></script></style></textarea></title><script>hit('${name}')</script><img src=x onerror="hit('${name}')"><svg onload=hit>{{7*7}}`;
const hostileAddress = '"><img/src=x/onerror=hit>@evil.example';

/** Valid answers; every field that accepts any text then gets it. */
const valid: Record<string, Record<string, string>> = {
  'Make a Claim': { ...aoife, email: hostileAddress, phone: 'javascript:hit()' },
  'Contact Us': { name: 'x', email: 'contact@example.org', subject: 'x', message: 'x' },
};

let owner: TestStaff;
const sent: { form: string; id: string; reference: string; fields: string[] }[] = [];

beforeAll(async () => {
  owner = await createStaff(journey.product, 'mo@kerbside.example', 'owner', attack('colleague').slice(0, 100));
  for (const form of forms.filter(({ name }) => valid[name])) {
    const answers = { ...valid[form.name] };
    const fields: string[] = [];
    const accepted = async (formData: Record<string, string>) => {
      const response = await journey.product.request(
        '/functions/v1/send-form-email',
        jsonPost({ formName: form.name, formData }),
      );
      return response.status === 200 ? String(response.json().reference) : null;
    };
    let reference = '';
    for (const { name } of fieldsOf(form)) {
      const taken = ['email', 'phone'].includes(name) ? null : await accepted({ ...answers, [name]: attack(name) });
      if (!taken) continue;
      answers[name] = attack(name);
      fields.push(name);
      reference = taken;
    }
    const id = readStore(journey.product).submissions.find((row) => row.reference === reference)?.id ?? '';
    sent.push({ form: form.name, id, reference, fields });
  }
});

const headers = () => ({ Cookie: owner.browser.context().cookie ?? '', Origin: journey.product.url });

/** The elements that only what was typed can have made, and links of kinds that the desk does not use. */
function planted(html: string) {
  // Attributes are read as they are: a script in a page has no text here.
  const document = parseHtml(html);
  const elements = [...document.querySelectorAll('img[src="x"], svg[onload], [onerror]')].map(({ outerHTML }) => outerHTML);
  const scripts = html.match(/<script>hit\(/g) ?? [];
  const links = [...document.querySelectorAll('a[href], form[action]')].flatMap((one) => {
    const href = one.getAttribute('href') ?? one.getAttribute('action') ?? '';
    return /^(\/|\?|#|http:\/\/127\.0\.0\.1|tel:[\d+]*$|mailto:)/.test(href) ? [] : href;
  });
  return { elements, scripts, links };
}

test('every screen of the desk shows markup in a form, note, name, search or address as text', async () => {
  expect(sent.map(({ form }) => form)).toEqual(['Make a Claim', 'Contact Us']);
  expect(sent.flatMap(({ fields }) => fields).length).toBeGreaterThan(10);
  const claim = `/desk/submissions/${sent[0]?.id}`;
  const noted = formPost({ act: 'note added', text: attack('note') });
  const { status } = await journey.product.request(claim, { ...noted, headers: { ...noted.headers, ...headers() } });
  expect(status).toBeLessThan(400);
  const query = (path: string, name: string) => `${path}${encodeURIComponent(attack(name))}`;
  const screens = [
    ...['/desk', '/desk/all', '/desk/all?list=due', '/desk/all?q=hit', '/desk/staff', '/desk/account', '/desk/audit'],
    ...['/desk/responses', `/desk/people?about=${encodeURIComponent(hostileAddress)}`, `/desk/erase?submission=${sent[0]?.id}`],
    ...sent.map(({ id }) => `/desk/submissions/${id}`),
    ...[query('/desk/all?q=', 'q'), query('/desk/all?from=', 'from'), query('/desk/people?about=', 'about')],
    ...sent.map(
      ({ id }) => `${query(`/desk/submissions/${id}?did=`, 'did')}&act=note+removed&noteId=${encodeURIComponent(attack('undo'))}`,
    ),
  ];
  for (const path of screens) {
    const response = await journey.product.request(path, { headers: headers() });
    expect([path, response.status]).toEqual([path, 200]);
    expect(planted(response.text), path).toEqual({ elements: [], scripts: [], links: [] });
  }
  const page = textOf(parseHtml((await journey.product.request(claim, { headers: headers() })).text), 'main');
  for (const name of [...(sent[0]?.fields ?? []), 'note']) expect(page).toContain(attack(name));
});

test('every email shows it as text, without an element, header or link', async () => {
  for (const { reference, form, fields } of sent) {
    const email = await journey.mailbox.waitForEmail(({ subject, text }) => `${subject}${text}`.includes(reference));
    expect(planted(email.html ?? ''), form).toEqual({ elements: [], scripts: [], links: [] });
    expect(textOf(parseHtml(email.html ?? '')), form).toContain(attack(fields.at(-1) ?? ''));
    expect(email.subject).not.toMatch(/[\r\n]/);
  }
});
