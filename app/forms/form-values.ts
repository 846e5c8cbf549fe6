import { type FormDefinition, fieldsOf } from '#forms/form.ts';

/** Answers by field name, as they stand on the screen. */
export type Values = Record<string, string>;

/** The form's own answers out of what a browser gathered, without what else travels with it. */
export function readValues(form: FormDefinition, typed: FormData): Values {
  const values: Values = {};
  for (const { name } of fieldsOf(form)) {
    const value = typed.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  return values;
}

/** Puts the values back. A box that has none is unticked. */
export function writeValues(form: FormDefinition, element: HTMLFormElement, values: Values): void {
  for (const { name, type } of fieldsOf(form)) {
    const control = element.elements.namedItem(name);
    const value = values[name];
    if (control instanceof HTMLInputElement && type === 'checkbox') control.checked = value === 'yes';
    else if (value !== undefined && control && 'value' in control) control.value = value;
  }
}

/** Whether anything stands there that the empty form does not have. */
export function isHalfFilled(form: FormDefinition, values: Values): boolean {
  return fieldsOf(form).some(({ name, defaultValue }) => (values[name] ?? '') !== (defaultValue ?? ''));
}
