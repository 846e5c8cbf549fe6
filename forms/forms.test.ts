// Protects: forms are known by their names on the wire, and name their fields once.
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { withinTarget } from '#content/stated-hours.ts';
import { claim } from './claim.ts';
import { fieldsOf } from './form.ts';
import { findForm, forms } from './forms.ts';
import { roadside } from './roadside.ts';

test('the roadside page says in which language it is, and asks for the same consent as the claim form', () => {
  expect(fieldsOf(roadside).filter(({ hidden }) => hidden)).toMatchObject([{ name: 'language' }]);
  expect(roadside.consent).toEqual(claim.consent);
});

test('each form goes by its name on the wire and stands on its own page', () => {
  expect(forms.map(({ name, path, busyLabel }) => [name, path, busyLabel])).toEqual([
    ['Make a Claim', '/make-a-claim', 'Submitting...'],
    ['Partners Inquiry', '/partners', 'Submitting...'],
    ['Contact Us', '/contact', 'Sending...'],
    ['Roadside Start', '/roadside', 'Sending...'],
  ]);
});

test('only what begins a claim has a response target, which the note of the claim form states', () => {
  expect(forms.filter(({ isClaim }) => isClaim)).toEqual([claim, roadside]);
  expect(forms.map(({ responseTargetHours }) => responseTargetHours)).toEqual([
    ...[site.claimTargetHours, null, null, site.claimTargetHours],
  ]);
  expect(claim.note).toBe(`We will contact you ${withinTarget} to discuss your claim.`);
});

test.each(['contact us', 'Contact Us ', '', 'toString', '__proto__', null, undefined, 1, {}, ['Contact Us']])(
  'there is no form named %j',
  (name) => {
    expect(findForm(name)).toBeNull();
  },
);

test('no two fields of a form share a name', () => {
  for (const form of forms) {
    const names = fieldsOf(form).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('no form tells its sender of emails to come, because a business may send none', () => {
  const texts = forms.flatMap((form) => [form.note ?? '', ...fieldsOf(form).flatMap(({ label, hint = '' }) => [label, hint])]);
  expect(texts.filter((text) => /\b(update|we (send|email)|inbox)/i.test(text))).toEqual([]);
});
