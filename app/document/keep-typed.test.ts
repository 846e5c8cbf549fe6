// Protects: what is typed before the scripts of a page have loaded is kept in the draft.
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { day } from '#forms/durations.ts';
import { keepTypedScript } from './keep-typed.ts';

/** The script of a page with a form, in a browser of which it sees a form with one field, and the storage. */

test('What is typed goes into the draft of before, but not into one of more than thirty days', () => {
  expect(typeInto({ at: Date.now() - 29 * day, values: { place: 'A1' } })).toMatchObject({
    values: { place: 'A1', name: 'New' },
  });
  expect(typeInto({ at: Date.now() - 31 * day, values: { place: 'A1' } })?.values).toEqual({ name: 'New' });
});

test('What was cleared does not come back with what is typed afterwards', () => {
  const page = openPage({ at: Date.now(), values: { place: 'A1' } });
  page.act('reset');
  expect(page.drafts()).toEqual([null, null]);
  page.type('New');
  const draft = { at: expect.any(Number), page: expect.any(Number), values: { name: 'New' } };
  expect(page.drafts()).toEqual([draft, draft]);
});

test('A receipt ends the draft of what was posted, and leaves what was typed below it when its page is loaded again', () => {
  const session = { 'draft:claim': JSON.stringify({ at: Date.now(), values: { place: 'A1' } }), 'photographs:claim': '"of A1"' };
  const load = (type: string, reference: string) => openPage(null, [], { type, reference }, session);
  const receipt = load('navigate', '7F4M-9TQX');
  expect(receipt.drafts()).toEqual([null, null]);
  // Its photographs are those of the claim.
  expect(session).toEqual({ 'posted:draft:claim': '7F4M-9TQX', 'posted-photographs:claim': '"of A1"' });
  receipt.type('Another accident');
  const typed = { values: { name: 'Another accident' } };
  for (const type of ['reload', 'back_forward']) expect(load(type, '7F4M-9TQX').drafts()[0]).toMatchObject(typed);
  // The claim was posted once more, or its first answer came only when that was repeated.
  expect(load('navigate', '7F4M-9TQX').drafts()).toEqual([null, null]);
  load('navigate', '7F4M-9TQX').type('New');
  expect(load('reload', '39QD-74KK').drafts()).toEqual([null, null]);
});

test('What is typed or ended before hydration counts as newer than the copy of what was stored', () => {
  const page = openPage({ at: Date.now(), values: { place: 'A1' } });
  expect(page.changed()).toBeNaN();
  page.type('New');
  expect(Date.now() - page.changed()).toBeLessThan(60_000);
  const first = page.changed();
  // Also within the same millisecond, or with a clock that was put back.
  page.type('New one');
  expect(page.changed()).toBeGreaterThan(first);
  const session = { 'draft:claim': JSON.stringify({ at: Date.now(), values: { place: 'A1' } }) };
  const receipt = openPage(null, [], { type: 'navigate', reference: '7F4M-9TQX' }, session);
  expect(Date.now() - receipt.changed()).toBeLessThan(60_000);
});

test('What is cleared before hydration takes its photographs with it', () => {
  const session = { 'photographs:claim': '"of A1"' };
  openPage({ at: Date.now(), values: { place: 'A1' } }, [], null, session).act('reset');
  expect(session).toEqual({});
});

test('On Back what the browser put back goes where the claim was removed from the device, and stays where its draft or photographs are', () => {
  const back = (draft: object | null, session: Record<string, string> = {}, type = 'back_forward') =>
    openPage(draft, [], { type }, session).putBack('Zebedee');
  expect(back(null)).toBe('');
  expect(back(null, {}, 'navigate')).toBe('Zebedee');
  expect(back(null, { 'photographs:claim': '"of it"' })).toBe('Zebedee');
  expect(back({ at: Date.now(), values: { name: 'Zebedee' } })).toBe('Zebedee');
});

test('On Back what is typed before the page has come whole stays', () => {
  const page = openPage(null, [], { type: 'back_forward' });
  page.type('Aoife');
  expect(page.putBack('Aoife')).toBe('Aoife');
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

/** The page's receipt, and how the browser came to the page. */
type Answer = { type: string; reference?: string };

function openPage(
  draft: object | null,
  others: Control[] = [],
  answer: Answer | null = null,
  sessionStorage: Record<string, string> = {},
) {
  if (draft) sessionStorage['draft:claim'] = JSON.stringify(draft);
  const localStorage: Record<string, string> = { ...sessionStorage };
  const field = { name: 'name', type: 'text', value: '', checked: false };
  const listeners = new Map<string, () => void>();
  const form = {
    dataset: { slug: 'claim' },
    elements: [field, ...others],
    reset: () => void Object.assign(field, { value: '' }),
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
  };
  const elements: Record<string, object | null> = {
    '.lead-form': form,
    '.receipt-reference': answer?.reference === undefined ? null : { textContent: answer.reference },
  };
  let parsed = () => {};
  const document = {
    querySelector: (selector: string) => elements[selector] ?? null,
    addEventListener: (_: string, listener: () => void) => {
      parsed = listener;
    },
  };
  const performance = { getEntriesByType: () => (answer ? [{ type: answer.type }] : []) };
  // With the clock of the test, which may be moved ahead.
  runInNewContext(keepTypedScript, {
    sessionStorage,
    localStorage,
    document,
    performance,
    Date,
    setTimeout: (run: () => void) => run(),
  });
  const act = (type: string) => listeners.get(type)?.();
  return {
    act,
    /** Browsers put back what was in the fields once the page has come. */
    putBack: (value: string) => {
      Object.assign(field, { value });
      parsed();
      return field.value;
    },
    type: (value: string) => {
      Object.assign(field, { value });
      act('input');
    },
    changed: () => Number(localStorage.changed),
    drafts: () => [sessionStorage, localStorage].map((area) => JSON.parse(area['draft:claim'] ?? 'null')),
  };
}
