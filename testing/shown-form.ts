import { Window } from 'happy-dom';
import type { Answers, Field, FieldType } from '#forms/form.ts';

/** What programs sent, what earlier releases stored, and what an owner asked otherwise: answers that a browser's controls cannot show. */
export const unshowable = [
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

/** What a browser shows of a form, and posts when nothing is typed; and the fields for which it refuses to. */
export function shownForm(html: string, selector: string): { shown: Answers; refused: string[] } {
  const form = new DOMParser()
    .parseFromString(html.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), 'text/html')
    .querySelector(selector);
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

/** An answer that a field takes and does not have yet. */
export function otherAnswer({ type, options }: Field): string {
  return type === 'select' || type === 'radio' ? (options?.at(-1)?.value ?? '') : typed[type];
}

/** A browser posts two characters for a line end. */
export function postedLines(shown: Answers): Answers {
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value.replaceAll(/\r?\n/g, '\r\n')]));
}
