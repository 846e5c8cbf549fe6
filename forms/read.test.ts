// Protects: answers are read as typed, and those that a form does not allow are refused by field.
import { describe, expect, test } from 'vitest';
import { sampleClaims, samples } from '#testing/fixtures/submissions.ts';
import { claim } from './claim.ts';
import { serviceBoxes } from './claim-options.ts';
import { contact } from './contact.ts';
import { fieldsOf, isAsked } from './form.ts';
import { findForm } from './forms.ts';
import { readAnswers } from './read.ts';

const harpreet = {
  name: 'Harpreet Kaur',
  email: 'harpreet@example.com',
  subject: 'Replacement vehicle',
  message: 'My car was hit while parked in Barking. Can you help?',
};
const aoife = sampleClaims[0].data;
/** A box of the claim form. */
const box = serviceBoxes[0]?.name ?? 'consent';

function read(answers: Record<string, unknown>) {
  return readAnswers(contact, answers);
}

test.each(samples)('takes as typed: $formName, $shows', ({ formName, data }) => {
  expect(readAnswers(findForm(formName) ?? claim, data)).toEqual({ kind: 'complete', data });
});

test('keeps answers in the order of the form, whatever order they came in', () => {
  const backwards = Object.fromEntries(Object.entries(aoife).reverse());
  const reading = readAnswers(claim, backwards);
  expect(reading.kind === 'complete' && Object.keys(reading.data)).toEqual(
    fieldsOf(claim)
      .filter((field) => isAsked(field, aoife) && aoife[field.name] !== undefined)
      .map(({ name }) => name),
  );
});

describe('required', () => {
  test.each(fieldsOf(claim).filter(({ required, isOwn }) => required && !isOwn))(
    '$name cannot be left out of a claim, nor blank',
    ({ name }) => {
      const { [name]: _, ...without } = aoife;
      for (const answers of [without, { ...aoife, [name]: '' }]) {
        const reading = readAnswers(claim, answers);
        expect(reading.kind === 'incomplete' && Object.keys(reading.errors)).toEqual([name]);
      }
    },
  );

  test('every missing answer is named at once', () => {
    expect(read({})).toMatchObject({
      errors: { name: /./, email: /./, subject: /./, message: /./ },
    });
  });

  test('a single space is a value, because a browser takes it for one', () => {
    expect(read({ ...harpreet, name: ' ' })).toMatchObject({ kind: 'complete', data: { name: ' ' } });
  });

  test('optional answers may be blank or absent, and stay what they are', () => {
    expect(read(harpreet)).toEqual({ kind: 'complete', data: harpreet });
    expect(read({ ...harpreet, phone: '' })).toMatchObject({ kind: 'complete', data: { phone: '' } });
  });
});

describe('choices', () => {
  test.each([
    ['vehicleType', 'tank'],
    ['vehicleType', 'Car'],
    ['claimType', 'toString'],
    ['reportedToPolice', 'maybe'],
    [box, 'on'],
    ['consent', 'no'],
  ])('%s cannot be %s', (name, value) => {
    const reading = readAnswers(claim, { ...aoife, [name]: value });
    expect(reading.kind === 'incomplete' && Object.keys(reading.errors)).toEqual([name]);
  });

  test('a box not ticked is absent', () => {
    expect(aoife).toHaveProperty(box);
    const { [box]: _, ...answers } = aoife;
    const reading = readAnswers(claim, answers);
    if (box !== 'consent') expect(reading.kind === 'complete' && box in reading.data).toBe(false);
  });
});

describe('what is not text is not taken', () => {
  test.each([
    ['a number', 7],
    ['true', true],
    ['null', null],
    ['a list', ['Harpreet']],
    ['an object', { toString: 'Harpreet' }],
    ['half a character', 'Harpreet \ud83d'],
    ['a NUL', 'Harpreet\0Kaur'],
  ])('%s', (_, value) => {
    for (const name of ['name', 'phone']) {
      const reading = read({ ...harpreet, [name]: value });
      expect(reading.kind === 'incomplete' && Object.keys(reading.errors)).toEqual([name]);
    }
  });
});

describe('unknown names are kept out', () => {
  test('beside the known ones', () => {
    expect(read({ ...harpreet, admin: 'yes', form_name: 'x' })).toEqual({ kind: 'complete', data: harpreet });
  });

  test('also those that mean something to JavaScript', () => {
    const answers = JSON.parse(
      `{"__proto__":{"phone":"1"},"constructor":"c","toString":"t",${JSON.stringify(harpreet).slice(1)}`,
    );
    expect(read(answers)).toEqual({ kind: 'complete', data: harpreet });
  });

  test('inherited answers are none', () => {
    expect(read(Object.create(harpreet))).toMatchObject({ kind: 'incomplete' });
  });
});

test('there are no other bounds', () => {
  const message = 'Ünlimited 🚗 '.repeat(5_000);
  expect(read({ ...harpreet, message })).toEqual({ kind: 'complete', data: { ...harpreet, message } });
  expect(readAnswers(claim, { ...aoife, vehicleYear: '1898', dateOfAccident: '2099-02-29', phone: 'ring the bell' }).kind).toBe(
    'complete',
  );
});
