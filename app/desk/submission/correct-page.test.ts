// Protects: the page that corrects answers loses and changes nothing that was sent: only what somebody changed is a correction.
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { claim } from '#forms/claim.ts';
import { type Answers, type FieldType, fieldsOf } from '#forms/form.ts';
import { formOf, forms } from '#forms/forms.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { samples } from '#testing/fixtures/submissions.ts';
import { openSiteInNode } from '#testing/site-in-node.ts';
import { joinAsStaff } from '#testing/test-accounts.ts';

/** What programs sent, what earlier releases stored, and what an owner asked otherwise: answers that a browser's controls cannot show. */
const hostile = [
  ...[
    '6:30 pm',
    '25:00',
    '14:30:15',
    '20/11/2026',
    '2026-02-31',
    '12026-02-01',
    '0001-01-01',
    '2,021',
    '2021.5',
    '+2021',
    '1e3',
    '٢٠٢١',
  ],
  ...['jürgen@bücher.example', 'a@xn--bcher-kva.example', ' a@b.example ', 'a@b.example, c@d.example', 'no address'],
  ...[
    'Flat 2\n1 Old Road',
    '\nfirst',
    'carriage\rreturn',
    'both\r\nof them',
    'line\u2028separator',
    'page\fbreak',
    '  spaced  ',
    ' ',
  ],
  ...['no', 'on', 'lorry', '<b>"&amp;\'', 'e\u0301', '\u202Eright', '👩🏽‍🔧'],
];

/** What browsers make of the value of a control (HTML, value sanitization), and whether they let its form be posted. */
const validTime = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/;
const validNumber = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;
const isDate = (text: string) =>
  /^\d{4,6}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true;
const without = (text: string) => text.replaceAll(/[\r\n]/g, '');
const controls: Record<string, { sanitize: (text: string) => string; isValid?: (text: string) => boolean }> = {
  text: { sanitize: without },
  tel: { sanitize: without },
  hidden: { sanitize: (text) => text },
  textarea: { sanitize: (text) => text },
  // Chromium posts an IDN in punycode.
  email: {
    sanitize: (text) => without(text).trim().replace('bücher', 'xn--bcher-kva'),
    isValid: (text) => /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text),
  },
  date: { sanitize: (text) => (isDate(text) ? text : '') },
  time: { sanitize: (text) => (validTime.test(text) ? text : ''), isValid: (text) => /^\d\d:\d\d(:00(\.0+)?)?$/.test(text) },
  number: { sanitize: (text) => (validNumber.test(text) ? text : ''), isValid: (text) => Number.isInteger(Number(text)) },
};

const { DOMParser } = new Window();

/** What a browser shows of a page's form, and posts when nothing is typed; null where it refuses to post it. */
function shownBy(html: string): { shown: Answers; refused: string[] } {
  const form = new DOMParser()
    .parseFromString(html.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), 'text/html')
    .querySelector('form[data-draft]');
  const shown: Answers = {};
  const refused: string[] = [];
  for (const element of form?.querySelectorAll('input, select, textarea') ?? []) {
    const name = element.getAttribute('name') ?? '';
    const kind = element.getAttribute('type') ?? element.tagName.toLowerCase();
    const given = element.getAttribute('value') ?? '';
    if (kind === 'radio' || kind === 'checkbox') {
      if (element.hasAttribute('checked')) shown[name] = given;
    } else if (kind === 'select') {
      shown[name] = element.querySelector('option[selected]')?.getAttribute('value') ?? '';
    } else {
      const { sanitize, isValid = () => true } = controls[kind] ?? {};
      const value =
        sanitize?.(kind === 'textarea' ? (element.textContent ?? '').replace(/^\n/, '') : given) ?? `an unknown control, ${kind}`;
      shown[name] = value;
      if (value === '' ? element.hasAttribute('required') : !isValid(value)) refused.push(`${name}: ${value}`);
    }
  }
  return { shown, refused };
}

/** What somebody types instead. */
const typed: Record<Exclude<FieldType, 'select' | 'radio'>, string> = {
  text: 'Changed',
  textarea: 'Changed\r\nin two lines',
  tel: '07700 900777',
  email: 'münze@bücher.example',
  date: '2026-11-19',
  time: '18:30',
  number: '2020',
  checkbox: 'yes',
};

/** The product with members of staff, who open and save the page of its first submission. */
async function openDesk() {
  const site = await openSiteInNode();
  const staff = async (name: string) => {
    const { get, post } = site.visitor((await joinAsStaff(site.services.auth, `${name}@kerbside.example`)).browser);
    const path = () => `/desk/submissions/${site.rows()[0]?.id}/answers`;
    // A browser posts two characters for a line end.
    const lines = ([name, value]: [string, string]) => [name, value.replaceAll(/\r?\n/g, '\r\n')];
    return {
      open: async () => shownBy((await get(path())).html),
      save: (shown: Answers) => post(path(), Object.fromEntries(Object.entries(shown).map(lines))),
    };
  };
  return { ...site, staff };
}

/** Every field of the claim form with every text, and every text in some field of the others. */
const rounds = forms.map((form) => {
  const asked = fieldsOf(formOf(form.name, {})).filter(({ name, hidden }) => !hidden && name !== 'consent');
  return { name: form.name, asked, count: form.name === claim.name ? hostile.length : Math.ceil(hostile.length / asked.length) };
});

test.each(rounds)(
  '“$name” saved as it was opened is no correction, and with one answer changed that one alone',
  async (round) => {
    const { name: formName, asked, count } = round;
    const { send, rows, change, sqlite, staff } = await openDesk();
    await send(formName, samples.find((one) => one.formName === formName)?.data);
    const { open, save } = await staff('olu');
    const sent: Answers = JSON.parse(rows()[0]?.form_data ?? '{}');
    for (let index = 0; index < count; index += 1) {
      const first = count === hostile.length ? index : index * asked.length;
      const textAt = (place: number) => hostile[(first + place) % hostile.length] ?? '';
      const answers = Object.fromEntries(asked.map(({ name }, place) => [name, textAt(place)]));
      const stored: Answers = { ...sent, ...answers, noLongerAsked: textAt(asked.length) };
      const text = JSON.stringify(stored).replaceAll("'", "''");
      await change(`delete from corrections; update form_submissions set form_data = '${text}'`);
      const { shown, refused } = await open();
      expect(refused).toEqual([]);
      if (index === 0) expect((await save(shown)).html).toContain('Nothing was changed.');

      const field = asked[index % asked.length];
      if (!field) throw new Error('The form asks nothing.');
      const { name, type, options } = field;
      const answer = type === 'select' || type === 'radio' ? (options?.at(-1)?.value ?? '') : typed[type];
      await save({ ...shown, [name]: answer });
      const kept = answer.replaceAll('\r\n', '\n');
      expect(sqlite.prepare('select field, old, new from corrections').all()).toEqual([
        { field: name, old: stored[name], new: kept },
      ]);
      expect(JSON.parse(rows()[0]?.form_data ?? '')).toEqual({ ...stored, [name]: kept });
    }
  },
);

test('what was typed beside an answer that a colleague has made one of its type since is on the page that asks which counts', async () => {
  const { send, rows, staff } = await openDesk();
  await send('Make a Claim', { ...aoife, timeOfAccident: '6:30 pm', locationOfAccident: 'A23\nby the bridge' });
  const [olu, grace] = [await staff('olu'), await staff('grace')];
  const [mine, theirs] = [await olu.open(), await grace.open()];
  await grace.save({ ...theirs.shown, timeOfAccident: '18:30', locationOfAccident: 'A23\nby the mill' });
  const { html } = await olu.save({ ...mine.shown, timeOfAccident: '7 pm' });
  expect(html).toContain('“Time of accident” was changed meanwhile');
  expect(shownBy(html)).toMatchObject({ shown: { timeOfAccident: '7 pm', locationOfAccident: 'A23\nby the mill' }, refused: [] });
  await olu.save({ ...shownBy(html).shown, 'which.timeOfAccident': 'mine' });
  expect(JSON.parse(rows()[0]?.form_data ?? '')).toMatchObject({
    timeOfAccident: '7 pm',
    locationOfAccident: 'A23\nby the mill',
  });
});
