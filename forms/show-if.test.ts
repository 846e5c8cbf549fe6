// Protects: a question with a condition is asked, required, stored and shown only where it holds.
import { expect, test } from 'vitest';
import { blankFieldsOf, blocksOf } from './answers.ts';
import { type Answers, type FormDefinition, fieldsOf } from './form.ts';
import { forms } from './forms.ts';
import { readAnswers } from './read.ts';

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** A form with a field and a section that are asked of those who rent a car. */
const form: FormDefinition = {
  name: 'Rental',
  slug: 'rental',
  path: '/rental',
  submitLabel: 'Send',
  busyLabel: 'Sending...',
  isClaim: false,
  responseTargetHours: null,
  subjectOf: () => '',
  sections: [
    {
      title: 'You',
      fields: [
        { name: 'rents', label: 'Do you rent your car?', type: 'radio', options: yesOrNo },
        { name: 'from', label: 'From whom?', type: 'text', required: true, showIf: { field: 'rents', is: ['yes'] } },
        { name: 'depot', label: 'Depot', type: 'text', showIf: { field: 'from', is: ['Hire Ltd', 'Rent Ltd'] } },
      ],
    },
    {
      title: 'The agreement',
      showIf: { field: 'rents', is: ['yes'] },
      fields: [{ name: 'weekly', label: 'Weekly rent', type: 'text', required: true }],
    },
  ],
};

const read = (answers: Answers) => readAnswers(form, answers);

test('it is required where its condition holds, by itself or as part of a section', () => {
  expect(read({ rents: 'yes' })).toMatchObject({ kind: 'incomplete', errors: { from: /./, weekly: /./ } });
  expect(read({ rents: 'no' })).toEqual({ kind: 'complete', data: { rents: 'no' } });
  expect(read({})).toEqual({ kind: 'complete', data: {} });
});

test('an answer to what is not asked is not stored, nor one that hangs on it', () => {
  const typed = { rents: 'no', from: 'Hire Ltd', depot: 'Bow', weekly: '200' };
  expect(read(typed)).toEqual({ kind: 'complete', data: { rents: 'no' } });
  expect(read({ ...typed, rents: 'yes' })).toEqual({ kind: 'complete', data: { ...typed, rents: 'yes' } });
});

test('what is not asked is neither listed nor called blank', () => {
  expect(blocksOf(form, { rents: 'no' })).toEqual([{ title: 'You', lines: [{ label: 'Do you rent your car?', value: 'No' }] }]);
  expect(blankFieldsOf(form, { rents: 'no' })).toEqual([]);
  const given = { rents: 'yes', from: 'Hire Ltd', weekly: '200' };
  expect(blocksOf(form, given).map(({ title }) => title)).toEqual(['You', 'The agreement']);
  expect(blankFieldsOf(form, given).map(({ name }) => name)).toEqual(['depot']);
});

test('every condition of the forms names a field that comes before, and values that it has', () => {
  for (const one of [form, ...forms]) {
    const fields = fieldsOf(one);
    for (const [index, { name, showIf }] of fields.entries()) {
      if (!showIf) continue;
      const before = fields.slice(0, index).find((other) => other.name === showIf.field);
      expect(before, `${one.name}: ${name}`).toBeDefined();
      if (before?.options) expect(before.options.map(({ value }) => value)).toEqual(expect.arrayContaining([...showIf.is]));
    }
  }
});
