/** One answer a visitor can choose. `value` is what is stored and mailed to machines, `label` what people read. */
export type Option = { value: string; label: string };

export type FieldType = 'text' | 'email' | 'tel' | 'date' | 'time' | 'number' | 'textarea' | 'select' | 'radio' | 'checkbox';

/** One question. Rules are only what a browser checks natively: required, the type, the options. */
export type Field = {
  name: string;
  label: string;
  type: FieldType;
  required?: boolean;
  hint?: string;
  /** For select and radio: every value that is accepted. A checkbox has the value 'yes'. */
  options?: readonly Option[];
  defaultValue?: string;
  /** Of a textarea; five unless given. */
  rows?: number;
  /** The HTML autofill token. */
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  autoCapitalize?: 'none' | 'words' | 'characters';
  /** Half a row from medium screens up. */
  half?: boolean;
};

export type Section = { title: string; fields: readonly Field[] };

/** Answers by field name, in the definition's order. A missing key is an unticked box, '' a field left blank. */
export type FormData = Record<string, string>;

/** Everything the site, the server, the letters and the desk know about one form. */
export type FormDefinition = {
  /** The wire name: `formName` and `form_name`. */
  name: string;
  slug: string;
  /** The route the form stands on, which takes its post without JavaScript too. */
  path: string;
  sections: readonly Section[];
  /** The box to tick before sending, after the last section. */
  consent?: Field;
  submitLabel: string;
  busyLabel: string;
  /** Words under the button. */
  note?: string;
  /** Whom or what a letter's subject names. Never a field that may hold health details. */
  subjectOf: (data: FormData) => string;
  /** Hours within which this form's sender is promised contact; null where nothing is promised. */
  promiseHours: number | null;
};

export function fieldsOf(form: FormDefinition): Field[] {
  return [...form.sections.flatMap((section) => section.fields), ...(form.consent ? [form.consent] : [])];
}
