// Protects: what is typed before the scripts of a page have loaded is kept in the draft.
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { keepTypedScript } from './keep-typed.ts';

/** The script of a page with a form, in a browser of which it sees a form with one field, and the storage. */

const dayMs = 24 * 60 * 60_000;

test('What is typed goes into the draft of before, but not into one of more than thirty days', () => {
  expect(typeInto({ at: Date.now() - 29 * dayMs, values: { place: 'A1' } })).toMatchObject({
    values: { place: 'A1', name: 'New' },
  });
  expect(typeInto({ at: Date.now() - 31 * dayMs, values: { place: 'A1' } })?.values).toEqual({ name: 'New' });
});

test('What is typed goes into the draft of an earlier release, which was bare values', () => {
  expect(typeInto({ place: 'A1' })).toEqual({ at: expect.any(Number), values: { place: 'A1', name: 'New' } });
});

test('What was cleared does not come back with what is typed afterwards', () => {
  const page = openPage({ at: Date.now(), values: { place: 'A1' } });
  page.act('reset');
  expect(page.drafts()).toEqual([null, null]);
  page.type('New');
  const draft = { at: expect.any(Number), page: expect.any(Number), values: { name: 'New' } };
  expect(page.drafts()).toEqual([draft, draft]);
});

test('Every kind of field is read as it would be posted, without a FormData, for which the page would be laid out', () => {
  const [radio, tick] = [
    { name: 'hurt', type: 'radio', value: 'no', checked: false },
    { name: 'consent', type: 'checkbox', value: 'yes', checked: false },
  ];
  const page = openPage({}, [
    { name: '', type: 'fieldset', value: 'x' },
    { name: 'hurt', type: 'radio', value: 'yes', checked: false },
    radio,
    tick,
    { name: 'photographs', type: 'file', value: 'C:\\fakepath\\a.jpg' },
    { name: 'sameAccident', type: 'submit', value: 'yes' },
  ]);
  Object.assign(radio, { checked: true });
  page.type('New');
  expect(page.drafts()[0].values).toEqual({ name: 'New', hurt: 'no' });
  Object.assign(tick, { checked: true });
  page.act('submit');
  expect(page.drafts()[0].values).toEqual({ name: 'New', hurt: 'no', consent: 'yes' });
});

function typeInto(draft: object) {
  const page = openPage(draft);
  page.type('New');
  return page.drafts()[0];
}

type Control = { name: string; type: string; value: string; checked?: boolean };

function openPage(draft: object, others: Control[] = []) {
  const sessionStorage: Record<string, string> = { 'draft:claim': JSON.stringify(draft) };
  const localStorage: Record<string, string> = { ...sessionStorage };
  const field = { name: 'name', type: 'text', value: '', checked: false };
  const listeners = new Map<string, () => void>();
  const form = {
    dataset: { slug: 'claim' },
    elements: [field, ...others],
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
  };
  const document = { querySelector: (selector: string) => (selector === '.lead-form' ? form : null) };
  runInNewContext(keepTypedScript, { sessionStorage, localStorage, document });
  const act = (type: string) => listeners.get(type)?.();
  return {
    act,
    type: (value: string) => {
      Object.assign(field, { value });
      act('input');
    },
    drafts: () => [sessionStorage, localStorage].map((area) => JSON.parse(area['draft:claim'] ?? 'null')),
  };
}
