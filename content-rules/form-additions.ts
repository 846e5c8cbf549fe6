import { z } from 'zod';
import type { Field, Section } from '../forms/form.ts';
import {
  addField,
  addSection,
  type OwnAdditions,
  type OwnForm,
  type OwnQuestion,
  serviceFields,
  serviceOptions,
} from '../forms/own-fields.ts';
import { isReserved } from './reserved-fields.ts';
import { shapeProblems } from './shape-problems.ts';
import { text } from './shapes.ts';

/** The sections of each form as it comes, which nothing that is added may change. */
export type SpecifiedForms = Record<OwnForm, readonly Section[]>;

export const formsFile = 'content/form-fields.ts';

/** More of them make a form that is slow on an old phone, and that few people finish. */
const mostFields = 30;
const mostSections = 6;
const mostChoices = 60;

const atMost = (most: number) =>
  text.refine((words) => words.length <= most, {
    error: ({ input }) => `must have ${most} characters at most, has ${String(input).length}`,
  });

const form = z.enum(['claim', 'partner', 'contact']);

const option = z.strictObject({
  value: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be letters, digits and hyphens, as in not-sure: label is what people read'),
  label: atMost(80),
});

const showIf = z.strictObject({ field: text, is: z.array(text).min(1, 'must name at least one answer') }).optional();

/** What says who sends the form is asked by the form itself. */
const tokens =
  'off organization organization-title street-address address-line1 address-line2 postal-code country-name bday url sex nickname'.split(
    ' ',
  );

const question = {
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]{1,39}$/, 'must be 2 to 40 letters and digits, the first a small letter, as in dashcamFootage'),
  label: atMost(120),
  type: z.enum(['text', 'email', 'tel', 'date', 'time', 'number', 'textarea', 'select', 'radio', 'checkbox']),
  required: z.boolean().optional(),
  hint: atMost(200).optional(),
  options: z
    .array(option)
    .min(2, 'must have two choices or more')
    .max(mostChoices, `must have ${mostChoices} choices at most`)
    .optional(),
  defaultValue: text.optional(),
  rows: z.int().min(1, 'must be from 1 to 20').max(20, 'must be from 1 to 20').optional(),
  autoComplete: z.enum(tokens).optional(),
  inputMode: z.enum(['text', 'numeric', 'tel', 'email']).optional(),
  autoCapitalize: z.enum(['none', 'words', 'characters']).optional(),
  half: z.boolean().optional(),
  showIf,
};

const additions = z.strictObject({
  fields: z.array(z.strictObject({ form, section: text, after: text.optional(), ...question })),
  sections: z.array(
    z.strictObject({
      form,
      title: atMost(60),
      after: text.optional(),
      showIf,
      fields: z.array(z.strictObject(question)).min(1, 'must have at least one field'),
    }),
  ),
  options: z.array(option.extend({ form, field: text })),
  services: z.array(z.strictObject({ service: text, claimType: atMost(60).optional(), checkbox: atMost(60).optional() })),
});

/** What is wrong with the shape of the file: while something is, the forms cannot be made of it. */
export function formShapeProblems(exports: unknown): string[] {
  const place = /(fields|sections|options|services)\[(\d+)\](?:\.fields\[(\d+)\])?(\.?)/;
  return shapeProblems(formsFile, additions, exports).map((problem) =>
    problem.replace(place, (_, list, index, field, dot) => {
      const called = placeOf(exports as OwnAdditions, list, Number(index), field);
      return dot ? `${called}: ` : called;
    }),
  );
}

/** As people call it: field "dashcam". An entry without a name is counted. */
function placeOf(own: OwnAdditions, list: keyof OwnAdditions, index: number, field?: string): string {
  const { kind, name } = kinds[list];
  const entry = own[list][index] as Record<string, unknown> | undefined;
  const called = typeof entry?.[name] === 'string' ? `${kind} "${entry[name]}"` : `${kind} number ${index + 1}`;
  const inner = field === undefined ? '' : placeOf({ ...own, fields: entry?.fields as [] }, 'fields', Number(field));
  return inner ? `${called}, ${inner}` : called;
}

const kinds = {
  fields: { kind: 'field', name: 'name' },
  sections: { kind: 'section', name: 'title' },
  options: { kind: 'choice', name: 'value' },
  services: { kind: 'service', name: 'service' },
};

/** What does not fit the forms as they come, or what else is added. The shape of the file is sound. */
export function formProblems(own: OwnAdditions, specified: SpecifiedForms, serviceNames: readonly string[]): string[] {
  const problems: string[] = [];
  const forms = { ...specified };
  const say = (place: string, sentence: string) => problems.push(`${formsFile}: ${place}: ${sentence}.`);
  const namesOf = (name: OwnForm) => forms[name].flatMap(({ fields }) => fields.map((field) => field.name));

  for (const [index, { service, claimType, checkbox }] of own.services.entries()) {
    const place = `service "${service}"`;
    if (own.services.findIndex((one) => one.service === service) < index)
      say(place, 'is there twice. Write its claimType and its checkbox into one entry');
    if (!serviceNames.includes(service))
      say(place, `there is no content/services/${service}.md. Correct the name, or remove it here`);
    if (claimType === undefined && checkbox === undefined) say(place, 'must have claimType, or checkbox, or both');
  }

  for (const { form, field, value, label } of [...serviceOptions(own.services), ...own.options]) {
    const place = `choice "${value}"`;
    const known = fieldIn(forms[form], field);
    if (!known?.options) {
      const isOwn = [...own.fields, ...own.sections.flatMap(({ fields }) => fields)].some(({ name }) => name === field);
      say(place, isOwn ? `write it into options of your field ${field}` : `the form has no field ${field} with choices`);
      continue;
    }
    const same = known.options.find((one) => sameWords(one.value, value) || sameWords(one.label, label));
    if (same) say(place, `${field} has "${same.label}" (${same.value}) already`);
    forms[form] = withField(forms[form], { ...known, options: [...known.options, { value, label }] });
  }

  for (const section of own.sections) {
    const place = `section "${section.title}"`;
    const titles = forms[section.form].map(({ title }) => title);
    if (titles.some((title) => sameWords(title, section.title)))
      say(place, 'the form has a section of this title. To add to it, name it in section of a field');
    if (section.after !== undefined && !titles.includes(section.after))
      say(place, `after must be the title of a section that comes before: ${titles.join(', ')}`);
    for (const field of section.fields) checkField(`${place}, field "${field.name}"`, field, section.form);
    const repeated = section.fields.find(({ name }, index) => section.fields.findIndex((one) => one.name === name) < index);
    if (repeated) say(place, `has two fields of the name ${repeated.name}`);
    forms[section.form] = addSection(forms[section.form], section);
  }

  const placedAfter = new Map<string, string>();
  for (const field of [...serviceFields(own.services), ...own.fields]) {
    const place = `field "${field.name}"`;
    const section = forms[field.form].find(({ title }) => title === field.section);
    checkField(place, field, field.form);
    if (!section) say(place, `section must be one of ${forms[field.form].map(({ title }) => title).join(', ')}`);
    const names = section?.fields.map(({ name }) => name) ?? [];
    const other = field.after === undefined ? undefined : placedAfter.get(field.after);
    if (field.after !== undefined && section && !names.includes(field.after))
      say(place, `after must be the name of a field of that section which comes before: ${names.join(', ')}`);
    else if (other) say(place, `after must not be ${field.after}, after which ${other} comes. Write after: '${other}'`);
    if (field.after !== undefined) placedAfter.set(field.after, field.name);
    forms[field.form] = addField(forms[field.form], field);
  }

  for (const [name, sections] of Object.entries(forms) as [OwnForm, Section[]][])
    problems.push(...sizeProblems(own, name), ...conditionProblems(own, name, sections));
  return problems;

  function checkField(place: string, field: OwnQuestion, name: OwnForm): void {
    const taken = (Object.keys(forms) as OwnForm[]).find((one) => namesOf(one).includes(field.name));
    if (taken) say(place, `the ${taken} form has a field of this name. Take another name for yours`);
    else if (isReserved(field.name)) say(place, 'this name means something else to the program or to browsers. Take another one');
    const labels = forms[name].flatMap(({ fields }) => fields).filter(({ label }) => sameWords(label, field.label));
    if (labels[0]) say(place, `label must differ from that of ${labels[0].name}, or nobody can tell them apart`);
    for (const sentence of choiceProblems(field)) say(place, sentence);
  }
}

function sizeProblems(own: OwnAdditions, form: OwnForm): string[] {
  const sections = own.sections.filter((one) => one.form === form);
  const fields = own.fields.filter((one) => one.form === form).length + sections.flatMap((one) => one.fields).length;
  const say = (found: number, what: string, most: number) =>
    `${formsFile}: the ${form} form is given ${found} ${what}, and may be given ${most}. A longer one is slow on a phone, and few people finish it.`;
  return [
    ...(fields > mostFields ? [say(fields, 'fields', mostFields)] : []),
    ...(sections.length > mostSections ? [say(sections.length, 'sections', mostSections)] : []),
  ];
}

/** What a field says that does not go together. */
function choiceProblems({ type, options, defaultValue, rows }: OwnQuestion): string[] {
  const hasChoices = type === 'select' || type === 'radio';
  const values = options?.map(({ value }) => value) ?? [];
  const repeated = options?.find((one, index) =>
    options.slice(0, index).some((other) => sameWords(one.value, other.value) || sameWords(one.label, other.label)),
  );
  return [
    ...(hasChoices && !options ? [`a ${type} must have options to choose from`] : []),
    ...(!hasChoices && options ? [`only a select or a radio has options, and this is a ${type}`] : []),
    ...(repeated ? [`options has "${repeated.label}" (${repeated.value}) twice`] : []),
    ...(defaultValue !== undefined && !values.includes(defaultValue)
      ? ['defaultValue must be the value of one of its options']
      : []),
    ...(rows !== undefined && type !== 'textarea' ? ['rows is for a textarea only'] : []),
  ];
}

/** Conditions that name no field before, or no answer that it can have. */
function conditionProblems(own: OwnAdditions, form: OwnForm, sections: readonly Section[]): string[] {
  const fields = sections.flatMap((section) => section.fields.map((field) => ({ ...field, section })));
  const places = fields.map(({ name }) => name);
  return [
    ...own.sections,
    ...own.fields,
    ...own.sections.flatMap((section) => section.fields.map((one) => ({ ...one, form: section.form }))),
  ]
    .filter((one) => one.form === form && one.showIf)
    .flatMap((one) => {
      const isSection = 'title' in one;
      const place = isSection ? `section "${one.title}"` : `field "${one.name}"`;
      const { field = '', is = [] } = one.showIf ?? {};
      const at = places.indexOf(isSection ? (one.fields[0]?.name ?? '') : one.name);
      const before = fields.slice(0, at).find(({ name }) => name === field);
      const say = (sentence: string) => `${formsFile}: ${place}: showIf ${sentence}.`;
      if (!before) {
        const why = places.includes(field)
          ? `names ${field}, which comes later`
          : `names ${field}, and the form has no such field`;
        return [say(`${why}. Name a field that comes before it`)];
      }
      const answers = before.type === 'checkbox' ? ['yes'] : before.options?.map(({ value }) => value);
      const strange = answers ? is.filter((value) => !answers.includes(value)) : [];
      return strange.map((value) => say(`names "${value}", which is no answer to ${field}: those are ${answers?.join(', ')}`));
    });
}

function fieldIn(sections: readonly Section[], name: string): Field | undefined {
  return sections.flatMap(({ fields }) => fields).find((field) => field.name === name);
}

function withField(sections: readonly Section[], changed: Field): Section[] {
  return sections.map((one) => ({ ...one, fields: one.fields.map((field) => (field.name === changed.name ? changed : field)) }));
}

const sameWords = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
