// Protects: the sender and the subject of each form are found.
import { expect, test } from 'vitest';
import { ownTargetHours } from '#content/own-targets.ts';
import { site } from '#content/site.ts';
import { shownAnswer } from '#testing/fixtures/answers-to.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claim } from './claim.ts';
import { contact } from './contact.ts';
import { fieldsOf } from './form.ts';
import { formOf, forms } from './forms.ts';
import { partner } from './partner.ts';
import { roadside } from './roadside.ts';
import { senderOf, summaryOf, targetHoursOf } from './sender.ts';

const garage = {
  companyName: 'Byrne Body Works',
  contactName: 'Orla Byrne',
  email: 'orla@example.org',
  businessType: 'Body shop',
};

test('who sent it is found in every form', () => {
  expect(senderOf(claim, aoife)).toEqual({
    name: "Aoife O'Neil",
    email: "aoife.o'neil@example.com",
    phone: '07700 900101',
    registration: 'LB77 ZZT',
  });
  expect(senderOf(contact, declan)).toEqual({ name: 'Declan Byrne', email: 'declan@example.net', phone: '', registration: '' });
  expect(senderOf(partner, garage)).toMatchObject({ name: 'Orla Byrne', email: 'orla@example.org' });
  expect(senderOf(formOf('A form of last year', { email: 'x@example.org' }), { email: 'x@example.org' }).email).toBe(
    'x@example.org',
  );
});

test('a roadside start has a name and a phone number', () => {
  expect(senderOf(roadside, idris)).toEqual({ name: 'Idris Khan', email: '', phone: '07700 900606', registration: '' });
});

test('what it is about fits in a line and does not repeat the name', () => {
  const chosen = fieldsOf(claim).filter(({ type, required }) => type === 'select' && required);
  const names = ['vehicleType', 'claimType'];
  expect(chosen.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
  expect(summaryOf(claim, aoife)).toBe([...chosen.map(({ name }) => shownAnswer(claim, name, aoife)), 'LB77 ZZT'].join(' · '));
  expect(summaryOf(contact, declan)).toBe('Complaint');
  expect(summaryOf(partner, garage)).toBe('Byrne Body Works · Body shop');
});

test('a driver by profession and somebody at the roadside are to be called back by targets of their own, everybody else as promised', () => {
  expect(targetHoursOf(roadside, idris)).toBe(site.roadsideTargetMinutes / 60);
  expect(targetHoursOf(claim, aoife)).toBe(site.professionalTargetHours);
  expect(targetHoursOf(claim, { ...lukasz, vehicleType: 'car' })).toBeNull();
  expect(targetHoursOf(contact, declan)).toBe(ownTargetHours[contact.name]);
});

test('every form has a target, promised or our own', () => {
  for (const form of forms) expect(form.responseTargetHours ?? targetHoursOf(form, {}), form.name).toBeGreaterThan(0);
});
