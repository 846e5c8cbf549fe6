import { type Answers, type Field, type FormDefinition, fieldsIn, isAsked, type Section } from './form.ts';
import { dateInWords } from './london-day.ts';

export type Line = { label: string; value: string };
export type Block = { title: string; lines: Line[] };

/** The fields that were left blank: only in a claim that staff entered also required ones. A box that is not ticked is an answer too. */
export function blankFieldsOf(form: FormDefinition, data: Answers): Field[] {
  return form.sections
    .flatMap(fieldsIn)
    .filter((field) => isAsked(field, data))
    .filter(({ name, type, hidden }) => !hidden && type !== 'checkbox' && !data[name]);
}

/** All answers in the form's order under its section titles, with labels instead of values. */
export function blocksOf(form: FormDefinition, data: Answers): Block[] {
  const blocks = form.sections
    .filter(({ isContinuation, fields }) => !isContinuation || fields.some(({ name }) => data[name]))
    .map((section) => ({ title: section.title, lines: askedIn(section, data).map((field) => lineOf(field, data)) }))
    .filter(({ lines }) => lines.length > 0);
  return form.consent ? [...blocks, { title: 'Consent', lines: [lineOf(form.consent, data)] }] : blocks;
}

/** Those that are asked, and those that were answered while they were. */
function askedIn(section: Section, data: Answers): Field[] {
  return fieldsIn(section).filter((field) => isAsked(field, data) || data[field.name]);
}

/** The field with a stored value among its choices, also where it is no longer offered: a page would show none, and save that. */
export function withStored(field: Field, value = ''): Field {
  if (!field.options || value === '' || field.options.some((option) => option.value === value)) return field;
  return { ...field, options: [...field.options, { value, label: value }] };
}

export function lineOf(field: Field, data: Answers): Line {
  const value = data[field.name] ?? '';
  if (field.type === 'checkbox') return { label: field.label, value: value === 'yes' ? 'Yes' : 'No' };
  const option = field.options?.find((choice) => choice.value === value);
  const shown = field.type === 'date' ? dateInWords(value) : value;
  return { label: field.label, value: option?.label ?? (shown === '' ? 'Not given' : shown) };
}
