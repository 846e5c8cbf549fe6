import { expect, test } from 'vitest';
import { site } from '#content/site.ts';
import { claim } from './claim.ts';
import { contact } from './contact.ts';
import { type FormDefinition, fieldsOf } from './form.ts';
import { findForm, forms } from './forms.ts';
import { partner } from './partner.ts';
import { roadside } from './roadside.ts';

/** One line for each field, as the specification lists them: name, * when required, type, options, default. */
function listed(form: FormDefinition): string[] {
  return fieldsOf(form).map(({ name, required, type, options, defaultValue }) =>
    [
      `${name}${required ? '*' : ''}`,
      type,
      ...(options ? [options.map(({ value }) => value).join('|')] : []),
      ...(defaultValue ? [`default ${defaultValue}`] : []),
    ].join(' '),
  );
}

test('the claim form asks what the specification lists', () => {
  expect(listed(claim)).toEqual([
    'firstName* text',
    'lastName* text',
    'email* email',
    'phone* tel',
    'address* textarea',
    'postcode* text',
    'dateOfAccident* date',
    'timeOfAccident time',
    'locationOfAccident* text',
    'descriptionOfAccident* textarea',
    'reportedToPolice radio yes|no default no',
    'vehicleMake* text',
    'vehicleModel* text',
    'vehicleYear* number',
    'vehicleReg* text',
    'vehicleType* select car|pco|van|motorcycle|other',
    'insuranceCompany* text',
    'policyNumber text',
    'claimType* select credit-hire|vehicle-repair|personal-injury|other',
    'serviceReplacement checkbox',
    'serviceRepair checkbox',
    'serviceLegal checkbox',
    'additionalInfo textarea',
    'consent* checkbox',
  ]);
});

test('the claim form has its six sections in order', () => {
  expect(claim.sections.map(({ title }) => title)).toEqual([
    'Personal Information',
    'Accident Details',
    'Vehicle Information',
    'Insurance Details',
    'Services Required',
    'Additional Information',
  ]);
});

test('the partner form asks what the specification lists, and offers the kinds of partner it names', () => {
  expect(listed(partner)).toEqual([
    'companyName* text',
    'contactName* text',
    'email* email',
    'businessType* select Body shop|Broker|Solicitor|Taxi operator|Other',
    'referralInfo textarea',
  ]);
});

test('the contact form asks what the specification lists', () => {
  expect(listed(contact)).toEqual(['name* text', 'email* email', 'phone tel', 'subject* text', 'message* textarea']);
});

test('at the roadside only what is needed to call back is asked, and the page says in which language', () => {
  expect(listed(roadside)).toEqual([
    'name* text',
    'phone* tel',
    'locationOfAccident* text',
    'descriptionOfAccident textarea',
    'language select en|pl|ro|ur|bn|pa default en',
    'consent* checkbox',
  ]);
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
  expect(claim.note).toBe(`We will contact you within ${site.claimTargetHours} hours to discuss your claim.`);
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

test('the claim form alone tells its sender of e-mails to come, because only claimants are sent updates', () => {
  const texts = forms.flatMap((form) => [form.note ?? '', ...fieldsOf(form).flatMap(({ label, hint = '' }) => [label, hint])]);
  expect(texts.filter((text) => /\b(update|we (send|email)|inbox)/i.test(text))).toEqual(['We send updates here.']);
  expect(claim.sections[0].fields.find(({ name }) => name === 'email')).toMatchObject({ hint: 'We send updates here.' });
});
