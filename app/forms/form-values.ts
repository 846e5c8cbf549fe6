import { type Answers, type Field, type FormDefinition, fieldsIn, fieldsOf, isAsked } from '#forms/form.ts';
import { problemOf } from '#forms/read.ts';

/** Current values by field name. An unticked checkbox is absent, and so is what the page fills in by itself. */
export type Values = Answers;

export function emptyValues(form: FormDefinition): Values {
  const fields = askedFieldsOf(form).filter(({ type }) => type !== 'checkbox');
  return Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}

/** The form's own fields of a FormData, without the others that are posted with it. */
export function readValues(form: FormDefinition, gathered: Pick<FormData, 'get'> | Map<string, string>): Values {
  const values: Values = {};
  for (const { name } of fieldsOf(form)) {
    const value = gathered.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  return values;
}

/** The values that a form shows, field by field: for a FormData of a text area Chromium lays out the whole page first. */
export function shownValues(form: FormDefinition, { elements }: HTMLFormElement): Values {
  const shown = ([...elements] as HTMLInputElement[]).filter(({ type, checked }) => checked || !/radio|checkbox/.test(type));
  return readValues(form, new Map(shown.map(({ name, value }) => [name, value])));
}

export function writeValues(form: FormDefinition, element: HTMLFormElement, values: Values): void {
  for (const { name } of askedFieldsOf(form))
    for (const control of element.querySelectorAll<HTMLInputElement>(`[name=${name}]`)) setControl(control, values[name]);
}

/** Makes a field show a value: a checkbox or radio button is ticked by its own. */
export function setControl(control: HTMLInputElement, value = ''): void {
  if (control.type === 'checkbox' || control.type === 'radio') control.checked = control.value === value;
  else control.value = value;
}

/** Resets the form to these values. The native reset is for the browser's marks: it marks every invalid field that was touched before. */
export function resetTo(form: FormDefinition, element: HTMLFormElement, values: Values): void {
  // Any other reset is prevented by the form's own handler.
  element.addEventListener('reset', (event) => event.stopPropagation(), { once: true });
  element.reset();
  writeValues(form, element, values);
}

/** The values of `base`, overridden by fields that differ from what was rendered: those were typed before hydration. */
export function withTyped(form: FormDefinition, base: Values, shown: Values, rendered: Values): Values {
  const typed = askedFieldsOf(form).filter(({ name }) => (shown[name] ?? '') !== (rendered[name] ?? ''));
  return { ...base, ...Object.fromEntries(typed.map(({ name }) => [name, shown[name] ?? ''])) };
}

export function areSame(form: FormDefinition, one: Values, other: Values): boolean {
  return askedFieldsOf(form).every(({ name }) => (one[name] ?? '') === (other[name] ?? ''));
}

/**
 * Whether a field is asked by the values; undefined, before hydration, where nothing but the server knows them. A field without a condition
 * always is, so that hydration draws it once.
 */
export const areAsked = (values: Values | null) => (field: Field) =>
  values || !field.showIf ? isAsked(field, values ?? {}) : undefined;

/** Whether any value differs from the empty form. */
export function isHalfFilled(form: FormDefinition, values: Values): boolean {
  return !areSame(form, values, emptyValues(form));
}

/** For each section, whether it is complete: at least one field is filled in, and none is invalid. A form with a progress has no hidden fields. */
export function completeSections(form: FormDefinition, values: Values): boolean[] {
  return form.sections.map(
    (section) =>
      section.fields.some(({ name, defaultValue }) => values[name] && values[name] !== defaultValue) &&
      fieldsIn(section).every((field) => !isAsked(field, values) || problemOf(field, values[field.name]) === null),
  );
}

function askedFieldsOf(form: FormDefinition): Field[] {
  return fieldsOf(form).filter(({ hidden }) => !hidden);
}
