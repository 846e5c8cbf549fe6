// Protects: what is typed on the page of a claim outlives its tab, ends when it is sent, and undoes nothing that was stored since.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOldDrafts } from '#app/forms/form-draft.ts';
import { createWebStorage } from '#testing/web-storage.ts';
import { endTyped, keepTyped, restoreTyped } from './claim-draft.ts';

type Fields = Record<string, string>;
type TestForm = HTMLFormElement & { fields: Fields };

const draft = 'claim:7F4M-9TQX:section:2';
const hidden = { act: 'section', part: '2', reference: '7F4M-9TQX', key: 'of-this-page' };
const section = { ...hidden, vehicleMake: '', vehicleReg: '', 'was.vehicleMake': '', 'was.vehicleReg': '' };
let device: Storage;

beforeEach(() => {
  device = createWebStorage();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T14:05:00Z'), toFake: ['Date'] });
  vi.stubGlobal('FormData', FormDataOf);
  openTab();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('What is typed into a section comes back in another tab, in an open section, and nothing that the page has filled in', () => {
  keepTyped(draft, formWith({ ...section, vehicleMake: 'Skoda' }));
  openTab();
  const details = { open: false };
  const form = formWith({ ...section, key: 'of-another-page' }, details);
  restoreTyped(draft, form);
  expect(form.fields).toEqual({ ...section, vehicleMake: 'Skoda', key: 'of-another-page' });
  expect(details.open).toBe(true);
});

test('An answer that was stored since, as from another device, stays, and the others come back', () => {
  keepTyped(draft, formWith({ ...section, vehicleMake: 'Skoda', vehicleReg: 'AB12 CDE' }));
  const form = formWith({ ...section, vehicleMake: 'Seat', 'was.vehicleMake': 'Seat' });
  restoreTyped(draft, form);
  expect(form.fields).toMatchObject({ vehicleMake: 'Seat', vehicleReg: 'AB12 CDE' });
});

test('Sent, emptied, or older than thirty days it is on the device no more', () => {
  const message = { ...hidden, act: 'message', text: 'My car is at the garage.' };
  const ends = [
    () => endTyped(draft),
    () => keepTyped(draft, formWith({ ...message, text: '' })),
    () => {
      vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60_000);
      endOldDrafts();
    },
  ];
  for (const end of ends) {
    keepTyped(draft, formWith(message));
    expect(JSON.stringify(device)).toContain('garage');
    end();
    expect(JSON.stringify([device, sessionOfTab])).not.toContain('garage');
  }
});

test('Sent from another tab than the one in which it was typed, it is on the device no more; other words of a closed tab stay', () => {
  const message = { ...hidden, act: 'message', text: 'My car is at the garage.' };
  const typing = sessionOfTab;
  keepTyped(draft, formWith(message));
  openTab();
  const form = formWith({ ...message, text: '' });
  restoreTyped(draft, form);
  expect(form.fields.text).toBe(message.text);
  endTyped(draft);
  expect(device.getItem(`draft:${draft}`)).toBeNull();

  keepTyped(draft, formWith({ ...message, text: 'Other words.' }));
  openTab(typing);
  endTyped(draft);
  expect(JSON.stringify([device, typing])).not.toContain('garage');
  expect(device.getItem(`draft:${draft}`)).toContain('Other words.');
});

test('Drafts of two claims, and of two forms of one, are kept apart; a confirmation is no draft', () => {
  keepTyped('claim:7F4M-9TQX:message:', formWith({ ...hidden, text: 'One' }));
  const form = formWith({ ...hidden, text: '' });
  restoreTyped('claim:39QD-74KK:message:', form);
  expect(form.fields.text).toBe('');
  keepTyped('claim:7F4M-9TQX:withdraw:', formWith({ ...hidden, confirm: 'yes' }));
  expect(Object.keys(device).filter((name) => name.startsWith('draft:'))).toHaveLength(1);
});

let sessionOfTab: Storage;

function openTab(session = createWebStorage()): void {
  sessionOfTab = session;
  vi.stubGlobal('window', { sessionStorage: sessionOfTab, localStorage: device });
}

class FormDataOf extends FormData {
  constructor(form: HTMLFormElement) {
    super();
    for (const [name, value] of Object.entries((form as TestForm).fields)) this.set(name, value);
  }
}

function formWith(given: Fields, details: { open: boolean } | null = null): TestForm {
  const fields = { ...given };
  const control = (name: string) => ({
    name,
    type: 'text',
    get value() {
      return fields[name] ?? '';
    },
    set value(value: string) {
      fields[name] = value;
    },
  });
  return { fields, closest: () => details, querySelectorAll: () => Object.keys(fields).map(control) } as unknown as TestForm;
}
