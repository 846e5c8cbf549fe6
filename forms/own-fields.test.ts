// Protects: what an owner adds to a form is asked like the rest, and refuses nothing that was written before it was asked.
import { expect, test } from 'vitest';
import { blankFieldsOf, blocksOf, withStored } from './answers.ts';
import { type FormDefinition, fieldsOf, isAsked, type Section } from './form.ts';
import { formOf, noLongerAsked } from './forms.ts';
import { type OwnAdditions, withOwn } from './own-fields.ts';
import { readAnswers } from './read.ts';

const specified: Section[] = [
  {
    title: 'Vehicle',
    fields: [
      {
        name: 'vehicleType',
        label: 'Type',
        type: 'select',
        required: true,
        options: [
          { value: 'car', label: 'Car' },
          { value: 'Other', label: 'Other' },
        ],
      },
      { name: 'colour', label: 'Colour', type: 'text' },
    ],
  },
  {
    title: 'Services Required',
    fields: [{ name: 'claimType', label: 'What?', type: 'select', options: [{ value: 'other', label: 'Other' }] }],
  },
  { title: 'More', fields: [] },
];
const none: OwnAdditions = { fields: [], sections: [], options: [], services: [] };
const dashcam = { form: 'claim', section: 'Vehicle', name: 'dashcam', label: 'Dashcam?', type: 'text', required: true } as const;
const work = { form: 'claim', title: 'Work', fields: [{ name: 'takings', label: 'Takings', type: 'text' }] } as const;

const namesIn = (sections: readonly Section[]) => sections.map(({ title, fields }) => [title, ...fields.map(({ name }) => name)]);

test('with nothing added a form is as it comes', () => {
  expect(withOwn('claim', specified, none)).toEqual(specified);
  expect(withOwn('contact', specified, { ...none, fields: [dashcam], sections: [work] })).toEqual(specified);
});

test('fields and sections come where they are to be, or last', () => {
  const keeper = { ...dashcam, name: 'keeper', after: 'dashcam' };
  const fields = [{ ...dashcam, after: 'vehicleType' }, keeper, { ...dashcam, name: 'make' }];
  const added = withOwn('claim', specified, { ...none, fields, sections: [{ ...work, after: 'Vehicle' }] });
  expect(namesIn(added)).toEqual([
    ['Vehicle', 'vehicleType', 'dashcam', 'keeper', 'colour', 'make'],
    ['Work', 'takings'],
    ['Services Required', 'claimType'],
    ['More'],
  ]);
  expect(namesIn(withOwn('claim', specified, { ...none, sections: [work] })).at(-1)).toEqual(['Work', 'takings']);
});

test('choices come before Other, and a service is a kind of claim and a box to tick', () => {
  const options = [{ form: 'claim', field: 'vehicleType', value: 'lorry', label: 'Lorry' }] as const;
  const services = [{ service: 'vehicle-storage', claimType: 'Storage', checkbox: 'Dry storage' }];
  const [vehicle, required] = withOwn('claim', specified, { ...none, options, services });
  expect(vehicle?.fields[0]?.options?.map(({ label }) => label)).toEqual(['Car', 'Lorry', 'Other']);
  expect(required?.fields).toMatchObject([
    { name: 'claimType', options: [{ value: 'vehicle-storage', label: 'Storage' }, { value: 'other' }] },
    { name: 'serviceVehicleStorage', label: 'Dry storage', type: 'checkbox' },
  ]);
});

const form: FormDefinition = {
  name: 'Make a Claim',
  slug: 'claim',
  path: '/make-a-claim',
  submitLabel: 'Send',
  busyLabel: 'Sending...',
  isClaim: true,
  responseTargetHours: null,
  subjectOf: () => '',
  sections: withOwn('claim', specified, { ...none, fields: [dashcam] }),
};

test('an added field is required of who is asked it, and asked for later of what was sent without it', () => {
  expect(readAnswers(form, { vehicleType: 'car', dashcam: '' })).toMatchObject({
    errors: { dashcam: 'Answer the question “Dashcam?”.' },
  });
  const waited = readAnswers(form, { vehicleType: 'car', colour: 'red' });
  expect(waited).toEqual({ kind: 'complete', data: { vehicleType: 'car', colour: 'red' } });
  expect(blankFieldsOf(form, { vehicleType: 'car', colour: 'red' }).map(({ name }) => name)).toContain('dashcam');
  expect(readAnswers(form, { colour: 'red' })).toMatchObject({ kind: 'incomplete', errors: { vehicleType: /./ } });
});

test('a choice of an added field that is gone since is kept as it was sent, and one that the form comes with is not', () => {
  const camera = { ...dashcam, type: 'radio', options: [{ value: 'yes', label: 'Yes' }] } as const;
  const ticked = { ...dashcam, name: 'ticked', type: 'checkbox' } as const;
  const asks = { ...form, sections: withOwn('claim', specified, { ...none, fields: [camera, ticked] }) };
  const sent = { vehicleType: 'car', dashcam: 'front and rear' };
  expect(readAnswers(asks, sent)).toEqual({ kind: 'complete', data: sent });
  const refused = readAnswers(asks, { ...sent, vehicleType: 'lorry', ticked: 'maybe' });
  expect(refused).toEqual({ kind: 'incomplete', errors: { vehicleType: expect.any(String), ticked: expect.any(String) } });
});

test('an answer is shown after its field, its choice or its condition is gone', () => {
  const removed = formOf('Contact Us', { name: 'Bo', askedLastYear: '18:00', colour: '' });
  expect(blocksOf(removed, { name: 'Bo', askedLastYear: '18:00', colour: '' }).at(-1)).toEqual({
    title: noLongerAsked,
    lines: [{ label: 'askedLastYear', value: '18:00' }],
  });
  expect(formOf('Contact Us', { name: 'Bo' }).sections.map(({ title }) => title)).not.toContain(noLongerAsked);
  const conditional = { ...form, sections: [...form.sections, { ...work, showIf: { field: 'vehicleType', is: ['lorry'] } }] };
  const shown = (answers: Record<string, string>) => blocksOf(conditional, answers).flatMap(({ lines }) => lines);
  expect(shown({ vehicleType: 'lorry', takings: '200' })).toContainEqual({ label: 'Takings', value: '200' });
  expect(shown({ vehicleType: 'lorry', takings: '200' })).toContainEqual({ label: 'Type', value: 'lorry' });
  expect(shown({ vehicleType: 'car', takings: '200' })).toContainEqual({ label: 'Takings', value: '200' });
  expect(shown({ vehicleType: 'car' }).map(({ label }) => label)).not.toContain('Takings');
});

test('a page that shows a stored answer offers it, so that saving the rest does not lose it', () => {
  const [type, colour] = fieldsOf(form);
  if (!type || !colour) throw new Error('The form has no fields.');
  expect(withStored(type, 'lorry').options?.at(-1)).toEqual({ value: 'lorry', label: 'lorry' });
  for (const value of ['car', '', undefined]) expect(withStored(type, value)).toBe(type);
  expect(withStored(colour, 'red')).toBe(colour);
});

test('a question is asked only where those that its condition names, and its section, are asked', () => {
  const yes = (field: string) => ({ field, is: ['yes'] });
  const fields = [
    dashcam,
    { ...dashcam, name: 'copied', showIf: yes('dashcam') },
    { ...dashcam, name: 'copiedBy', showIf: yes('copied') },
  ];
  const takings = [
    { name: 'takings', label: 'Takings', type: 'text', showIf: yes('copiedBy') },
    { name: 'tips', label: 'Tips', type: 'text' },
  ] as const;
  const sections = [{ ...work, after: 'Vehicle', showIf: { field: 'vehicleType', is: ['car'] }, fields: takings }];
  const chained = { ...form, sections: withOwn('claim', specified, { ...none, fields, sections }) };
  // As a page has them, which keeps what was chosen in what it hides.
  const all = { vehicleType: 'car', dashcam: 'yes', copied: 'yes', copiedBy: 'yes', takings: '', tips: '' };
  const askedBy = (answers: Record<string, string>) =>
    fieldsOf(chained).flatMap((field) => (isAsked(field, answers) && field.showIf ? [field.name] : []));
  expect(askedBy(all)).toEqual(['copied', 'copiedBy', 'takings', 'tips']);
  expect(askedBy({ ...all, dashcam: 'no' })).toEqual(['tips']);
  expect(askedBy({ ...all, vehicleType: 'Other' })).toEqual(['copied', 'copiedBy']);
  for (const answers of [all, { ...all, dashcam: 'no' }, { ...all, vehicleType: 'Other' }]) {
    const reading = readAnswers(chained, answers);
    const stored =
      reading.kind === 'complete' ? fieldsOf(chained).filter(({ name, showIf }) => showIf && name in reading.data) : [];
    expect(stored.map(({ name }) => name)).toEqual(askedBy(answers));
  }
});
