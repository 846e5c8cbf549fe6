import { expect, test } from 'vitest';
import { declan } from '#testing/fixtures/enquirers.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { idris } from '#testing/fixtures/roadside-starts.ts';
import { claim } from './claim.ts';
import { contact } from './contact.ts';
import { formOf } from './forms.ts';
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
  expect(summaryOf(claim, aoife)).toBe('PCO, private hire or taxi · Replacement vehicle (credit hire) · LB77 ZZT');
  expect(summaryOf(contact, declan)).toBe('Complaint');
  expect(summaryOf(partner, garage)).toBe('Byrne Body Works · Body shop');
});

test('a driver by profession is to be called back within two hours, somebody at the roadside within 15 minutes, everybody else as promised', () => {
  expect(targetHoursOf(roadside, idris)).toBe(0.25);
  expect(targetHoursOf(claim, aoife)).toBe(2);
  expect(targetHoursOf(claim, { ...lukasz, vehicleType: 'car' })).toBeNull();
  expect(targetHoursOf(contact, declan)).toBeNull();
});
