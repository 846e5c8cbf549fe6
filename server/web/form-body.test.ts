// Protects: the body of a form is parsed once, within a bound that has room for honest answers.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { claim } from '#forms/claim.ts';
import { fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { honeypotField } from '#forms/signals.ts';
import { bodyLimitBytes } from '#server/core/http/request-body.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { maxDeskFields, maxFormFields } from './form-body.ts';

const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
const own = { Origin: 'https://kerbside.example' };
const fill = (part: string) => part.repeat(Math.floor(bodyLimitBytes / part.length));
const parts = (count: number) =>
  `${Array.from({ length: count }, (_, index) => `--x\r\nContent-Disposition: form-data; name="${index}"\r\n\r\n\r\n`).join('')}--x--\r\n`;

/** The app with pages that read what is posted to them, and counts of what was rendered and parsed. */
async function setup() {
  const parsed = { multipart: 0, page: 0 };
  vi.stubGlobal(
    'Response',
    class extends Response {
      override formData() {
        parsed.multipart += 1;
        return super.formData();
      }
    },
  );
  vi.stubGlobal(
    'Request',
    class extends Request {
      override formData() {
        parsed.page += 1;
        return super.formData();
      }
    },
  );
  const rendered: [string, string][][] = [];
  const testApp = await createTestApp(
    {},
    {
      render: async (request) => {
        rendered.push([...(await request.formData())].map(([name, value]) => [name, String(value)]));
        return new Response('');
      },
    },
  );
  const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
    testApp.app.request(path, { method: 'POST', headers: { ...own, ...headers }, body });
  return { post, rendered, parsed };
}

afterEach(() => vi.unstubAllGlobals());

const paths = [...forms.map(({ path }) => path), '/your-claim', '/desk/sign-in', '/desk/join', '/desk/people'];

describe.each(paths)('a post to %s', (path) => {
  const most = path === '/desk/people' ? maxDeskFields : maxFormFields;

  test.each([
    ['100 KB of a&a&…', urlencoded, fill('a&')],
    ['100 KB of separators', urlencoded, fill('&')],
    ['one field more than are read', urlencoded, 'a=1&'.repeat(most)],
    ['two thousand parts', multipart, parts(1_500)],
    ['one part more than are read', multipart, parts(maxFormFields + 1)],
    ['100 KB of boundaries', { 'Content-Type': 'multipart/form-data; boundary="x"' }, fill('--x\r\n')],
  ])('is refused before it is parsed or a page is rendered: %s', async (_, headers, body) => {
    const { post, rendered, parsed } = await setup();
    expect((await post(path, headers, body)).status).toBe(413);
    expect([parsed, rendered]).toEqual([{ multipart: 0, page: 0 }, []]);
  });

  test('is parsed once by its page, and one in parts once more', async () => {
    const { post, rendered, parsed } = await setup();
    expect((await post(path, urlencoded, 'a=1&b=%e2%82%ac+100%')).status).toBe(200);
    const read = [
      ['a', '1'],
      ['b', '€ 100%'],
    ];
    expect([parsed, rendered]).toEqual([{ multipart: 0, page: 1 }, [read]]);
    expect((await post(path, multipart, parts(maxFormFields))).status).toBe(200);
    expect(parsed).toEqual({ multipart: 1, page: 2 });
    expect(rendered[1]).toHaveLength(maxFormFields);
  });
});

/** Every field of the form with as much in it as people write, the field that nobody sees, and what an extension might add. */
function longestAnswers(form: (typeof forms)[number]): [string, string][] {
  const text = 'Ein Lkw – „ohne Licht“ – fuhr auf; & then = nothing, 100% sure.\r\n'.repeat(20);
  const added = Array.from({ length: 20 }, (_, index): [string, string] => [`_extension_${index}`, text.slice(0, 60)]);
  const answers = fieldsOf(form).map(({ name, type, options }): [string, string] => {
    if (options) return [name, options[0]?.value ?? ''];
    if (type === 'checkbox') return [name, 'yes'];
    if (type === 'email') return [name, `${'a'.repeat(60)}@${'long.'.repeat(30)}example.com`];
    return [name, type === 'textarea' || type === 'text' ? text : '1'];
  });
  return [...answers, [honeypotField, ''], ...added];
}

test.each(forms)('the longest honest answers to $name are read, in either encoding', async (form) => {
  const { post, rendered } = await setup();
  const answers = longestAnswers(form);
  const body = new URLSearchParams(answers);
  expect(answers.length).toBeLessThan(maxFormFields);
  expect((await post(form.path, urlencoded, body.toString())).status).toBe(200);
  const asParts = new FormData();
  for (const [name, value] of answers) asParts.append(name, value);
  expect((await post(form.path, {}, asParts)).status).toBe(200);
  expect(rendered).toEqual([answers, answers]);
});

test('the bound has room for several times the longest form', () => {
  expect(maxFormFields).toBeGreaterThanOrEqual(3 * (fieldsOf(claim).length + 1));
});

test.each(['/', '/x', '/your-claim', '/desk/sign-in', '/desk', '/rest/v1/form_submissions'])(
  'an address with more parameters than any page has is refused before anything is looked up: %s',
  async (path) => {
    let rendered = 0;
    const { app } = await createTestApp(
      {},
      {
        render: async () => {
          rendered += 1;
          return new Response('');
        },
      },
    );
    expect((await app.request(`${path}?${'a&'.repeat(7_000)}`)).status).toBe(414);
    expect(rendered).toBe(0);
    expect((await app.request(`${path}?${'a=1&'.repeat(90)}`)).status).not.toBe(414);
  },
);
