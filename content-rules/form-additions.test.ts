// Protects: what an owner adds to the forms changes nothing of what they come with, and what does not fit is told by file and field.
import { beforeAll, expect, test } from 'vitest';
import { fieldsOf } from '#forms/form.ts';
import { forms } from '#forms/forms.ts';
import { honeypotField } from '#forms/signals.ts';
import { loadContent } from '../build-tools/load-content.ts';
import { formProblems, formShapeProblems, type SpecifiedForms } from './form-additions.ts';

let specified: SpecifiedForms;
const services = ['credit-hire', 'vehicle-repair', 'vehicle-storage'];

beforeAll(async () => {
  specified = (await loadContent(new URL('..', import.meta.url).pathname)).forms;
});

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const dashcam = {
  form: 'claim',
  section: 'Accident Details',
  name: 'dashcamFootage',
  label: 'Is there dashcam footage?',
  type: 'radio',
  options: yesOrNo,
};
const keeper = { ...dashcam, name: 'footageKeeper', label: 'Who has it?', type: 'text', options: undefined };
const work = { form: 'claim', title: 'Your work', fields: [{ name: 'payment', label: 'How are you paid?', type: 'text' }] };
const lorry = { form: 'claim', field: 'vehicleType', value: 'lorry', label: 'Lorry' };
const storage = { service: 'vehicle-storage', claimType: 'Vehicle storage', checkbox: 'Storage' };

/** As a file has it. */
type Added = Partial<Record<'fields' | 'sections' | 'options' | 'services', unknown>>;

function problemsOf(added: Added): string[] {
  // Without the keys that are undefined, as a file has it.
  const own = JSON.parse(JSON.stringify({ fields: [], sections: [], options: [], services: [], ...added }));
  const problems = formShapeProblems(own);
  return problems.length > 0 ? problems : formProblems(own, specified, services);
}

test('what fits is added: fields, a section, choices and a service', () => {
  expect(problemsOf({})).toEqual([]);
  expect(
    problemsOf({
      fields: [
        { ...dashcam, after: 'descriptionOfAccident' },
        { ...keeper, after: 'dashcamFootage', showIf: { field: 'dashcamFootage', is: ['yes'] } },
        { ...keeper, form: 'partner', section: 'Your business', name: 'yardSpaces', label: 'Spaces', type: 'number', half: true },
      ],
      sections: [{ ...work, after: 'Vehicle Information', showIf: { field: 'vehicleType', is: ['lorry'] } }],
      options: [lorry],
      services: [storage],
    }),
  ).toEqual([]);
});

test.each<[string, Added, string]>([
  ['a misspelt list', { feilds: [] } as Added, 'feilds is not known here; did you mean fields?'],
  [
    'a misspelt key',
    { fields: [{ ...dashcam, requierd: true }] },
    'field "dashcamFootage": requierd is not known here; did you mean required?',
  ],
  ['no name', { fields: [{ ...dashcam, name: undefined }] }, 'field number 1: name is missing.'],
  ['a name of two words', { fields: [{ ...dashcam, name: 'dash cam' }] }, 'field "dash cam": name must be 2 to 40 letters'],
  ['no label', { fields: [{ ...dashcam, label: ' ' }] }, 'field "dashcamFootage": label must not be empty.'],
  ['a long label', { fields: [{ ...dashcam, label: 'x'.repeat(130) }] }, 'label must have 120 characters at most, has 130.'],
  ['an unknown type', { fields: [{ ...dashcam, type: 'colour' }] }, 'type must be one of text, email, tel,'],
  ['a form that takes none', { fields: [{ ...dashcam, form: 'roadside' }] }, 'form must be one of claim, partner, contact.'],
  ['a hidden field', { fields: [{ ...keeper, hidden: true }] }, 'field "footageKeeper": hidden is not known here'],
  ['the sender', { fields: [{ ...keeper, autoComplete: 'email' }] }, 'autoComplete must be one of off,'],
  ['a yes in quotes', { fields: [{ ...dashcam, required: 'yes' }] }, 'required must be true or false, without quotes.'],
  [
    'an empty choice in a section',
    {
      sections: [{ ...work, fields: [{ ...work.fields[0], type: 'select', options: [yesOrNo[0], { value: 'no', label: '' }] }] }],
    },
    'section "Your work", field "payment": options[1].label must not be empty.',
  ],
  ['a section of nothing', { sections: [{ ...work, fields: [] }] }, 'section "Your work": fields must have at least one field.'],
])('%s is refused by its place in the file', (_, added, sentence) => {
  const [first = '', ...others] = problemsOf(added);
  expect(first).toMatch(/^content\/form-fields\.ts: /);
  expect(first).toContain(sentence);
  expect(others).toEqual([]);
});

test('no more is added to one form than a phone shows at once, and people answer', () => {
  const many = (count: number, form: string, section: string) =>
    Array.from({ length: count }, (_, index) => ({
      ...keeper,
      form,
      section,
      name: `q${form}${index}`,
      label: `${form} ${index}?`,
    }));
  const parts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...work,
      title: `Part ${index}`,
      fields: [{ name: `part${index}`, label: `Part ${index}?`, type: 'text' }],
    }));
  const most = [...many(24, 'claim', 'Accident Details'), ...many(30, 'partner', 'Your business')];
  expect(problemsOf({ fields: most, sections: parts(6) })).toEqual([]);
  expect(problemsOf({ fields: [...most, ...many(200, 'contact', 'Your message')], sections: parts(7) })).toEqual([
    expect.stringContaining('content/form-fields.ts: the claim form is given 31 fields, and may be given 30.'),
    expect.stringContaining('the claim form is given 7 sections, and may be given 6.'),
    expect.stringContaining('the contact form is given 200 fields'),
  ]);
  const options = Array.from({ length: 61 }, (_, index) => ({ value: `v${index}`, label: `${index}` }));
  expect(problemsOf({ fields: [{ ...dashcam, options }] })).toEqual([
    'content/form-fields.ts: field "dashcamFootage": options must have 60 choices at most.',
  ]);
});

test.each<[string, Added, string]>([
  [
    'a name of the form',
    { fields: [{ ...dashcam, name: 'vehicleReg' }] },
    'field "vehicleReg": the claim form has a field of this name.',
  ],
  ['a name of another form', { fields: [{ ...dashcam, name: 'companyName' }] }, 'the partner form has a field of this name.'],
  ['a name of JavaScript', { fields: [{ ...dashcam, name: 'toString' }] }, 'this name means something else to the program'],
  ['a name twice', { fields: [dashcam, { ...dashcam, label: 'Another?' }] }, 'the claim form has a field of this name.'],
  [
    'a name twice, in a section',
    { sections: [work], fields: [{ ...keeper, name: 'payment' }] },
    'the claim form has a field of this name.',
  ],
  ['a label twice', { fields: [{ ...dashcam, label: 'postcode' }] }, 'label must differ from that of postcode'],
  [
    'an unknown section',
    { fields: [{ ...dashcam, section: 'Acident Details' }] },
    'section must be one of Personal Information, Accident',
  ],
  ['an unknown place', { fields: [{ ...dashcam, after: 'vehicleReg' }] }, 'after must be the name of a field of that section'],
  [
    'a place twice',
    {
      fields: [
        { ...dashcam, after: 'timeOfAccident' },
        { ...keeper, after: 'timeOfAccident' },
      ],
    },
    "Write after: 'dashcamFootage'",
  ],
  ['no choices', { fields: [{ ...dashcam, options: undefined }] }, 'a radio must have options to choose from.'],
  ['choices in a text', { fields: [{ ...keeper, options: yesOrNo }] }, 'only a select or a radio has options'],
  [
    'a choice twice',
    { fields: [{ ...dashcam, options: [...yesOrNo, { value: 'yes', label: 'Sure' }] }] },
    'options has "Sure" (yes) twice.',
  ],
  [
    'a default that is none',
    { fields: [{ ...dashcam, defaultValue: 'maybe' }] },
    'defaultValue must be the value of one of its options.',
  ],
  ['rows of a line', { fields: [{ ...keeper, rows: 3 }] }, 'rows is for a textarea only.'],
  [
    'a condition on nothing',
    { fields: [{ ...keeper, showIf: { field: 'dashcam', is: ['yes'] } }] },
    'showIf names dashcam, and the form has no such field.',
  ],
  [
    'a condition on what comes later',
    { fields: [{ ...keeper, showIf: { field: 'vehicleType', is: ['car'] } }] },
    'showIf names vehicleType, which comes later.',
  ],
  [
    'a condition on no answer',
    { sections: [{ ...work, showIf: { field: 'vehicleType', is: ['tank'] } }] },
    'section "Your work": showIf names "tank", which is no answer to vehicleType: those are car, pco, van',
  ],
  ['a title of the form', { sections: [{ ...work, title: 'accident details' }] }, 'the form has a section of this title.'],
  ['a section after none', { sections: [{ ...work, after: 'Car' }] }, 'after must be the title of a section that comes before:'],
  ['a choice that is there', { options: [{ ...lorry, value: 'van' }] }, 'choice "van": vehicleType has "Van" (van) already.'],
  [
    'a choice of the same words',
    { options: [{ ...lorry, label: 'motorcycle' }] },
    'vehicleType has "Motorcycle" (motorcycle) already.',
  ],
  ['a choice of nothing', { options: [{ ...lorry, field: 'postcode' }] }, 'the form has no field postcode with choices.'],
  [
    'a choice of a field of your own',
    { fields: [dashcam], options: [{ ...lorry, field: 'dashcamFootage' }] },
    'write it into options of your field',
  ],
  [
    'a service without a page',
    { services: [{ ...storage, service: 'towing' }] },
    'service "towing": there is no content/services/towing.md.',
  ],
  [
    'a service that is offered',
    { services: [{ service: 'other', claimType: 'Another' }] },
    'there is no content/services/other.md.',
  ],
  [
    'a service in two entries',
    { services: [storage, { ...storage, claimType: undefined, checkbox: 'Store it' }] },
    'service "vehicle-storage": is there twice. Write its claimType and its checkbox into one entry.',
  ],
  ['a service offered nowhere', { services: [{ service: 'vehicle-storage' }] }, 'must have claimType, or checkbox, or both.'],
])('%s is refused, with what to do instead', (_, added, sentence) => {
  const problems = problemsOf(added);
  expect(problems.join('\n')).toContain(sentence);
  for (const problem of problems)
    expect(problem).toMatch(/^content\/form-fields\.ts: (?:field|section|choice|service) ".*[^.]\.$/);
});

test('no added field can have a name that any form, the wire or a browser gives a meaning', () => {
  const names = [...forms.flatMap(fieldsOf), { name: honeypotField, isOwn: false }].flatMap(({ name, isOwn }) =>
    isOwn ? [] : [name],
  );
  for (const name of [
    ...names,
    'form_name',
    'formData',
    'via',
    'consent',
    'language',
    'foundUs',
    'constructor',
    'hasOwnProperty',
  ])
    expect(problemsOf({ fields: [{ ...keeper, name }] }), name).toHaveLength(1);
  for (const name of ['submit', 'elements', 'nodeName', 'parentNode', 'onsubmit', 'ariaLabel', 'act', 'part', 'key'])
    expect(problemsOf({ fields: [{ ...keeper, name }] }), name).toHaveLength(1);
});
