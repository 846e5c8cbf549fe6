// Protects: a form is read and drawn without work that a slow phone's visitor would wait for.
import { expect, test, vi } from 'vitest';
import { claim } from '#forms/claim.ts';
import { type Field, fieldsOf } from '#forms/form.ts';
import { createTestDevice } from '#testing/device.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { openTestPage } from '#testing/open-test-page.ts';
import { areAsked, shownValues } from './form-values.ts';

const control = (name: string, type: string, value: string, checked = false) => ({ name, type, value, checked });

test('Every kind of field is read as it would be posted', () => {
  const [radio] = fieldsOf(claim).filter(({ type }) => type === 'radio');
  const [yes = '', no = ''] = radio?.options?.map(({ value }) => value) ?? [];
  const elements = [
    control('', 'fieldset', ''),
    control('firstName', 'text', 'Aoife'),
    control('additionalInfo', 'textarea', 'One\nTwo'),
    control(radio?.name ?? '', 'radio', yes),
    control(radio?.name ?? '', 'radio', no, true),
    control('consent', 'checkbox', 'yes'),
    control('elsewhere', 'text', 'not of this form'),
    control('sameAccident', 'submit', 'yes'),
  ];
  const shown = shownValues(claim, { elements } as unknown as HTMLFormElement);
  expect(shown).toEqual({ firstName: 'Aoife', additionalInfo: 'One\nTwo', [radio?.name ?? '']: no });
});

test('Hydration and typing make no FormData, for which Chromium lays out the whole page', async () => {
  const { tab } = createTestDevice(() => Promise.reject(new TypeError('Failed to fetch')));
  const page = await openTestPage(claim);
  const made = vi.fn();
  vi.stubGlobal('FormData', made);
  await tab(async () => {
    await page.attach();
    page.fill(aoife);
  });
  expect(page.read().values).toMatchObject(aoife);
  expect(made).not.toHaveBeenCalled();
});

test('Hydration draws no field a second time but those with a condition', () => {
  const [plain, conditional] = [fieldsOf(claim)[0] as Field, { name: 'other', label: '', type: 'text' } as Field];
  Object.assign(conditional, { showIf: { field: plain.name, is: ['yes'] } });
  expect([areAsked(null)(plain), areAsked(aoife)(plain)]).toEqual([true, true]);
  expect([areAsked(null)(conditional), areAsked(aoife)(conditional)]).toEqual([undefined, false]);
});
