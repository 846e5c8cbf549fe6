/** One choice. `value` is stored, `label` is shown. */
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
  /** Of a textarea; default 5. */
  rows?: number;
  /** The HTML autofill token. */
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  autoCapitalize?: 'none' | 'words' | 'characters';
  /** Half a row from medium screens up. */
  half?: boolean;
  /** Not asked: the page fills it in with `defaultValue`. */
  hidden?: boolean;
};

export type Section = {
  title: string;
  fields: readonly Field[];
  /** Of the form that continues this one: shown once something of it was answered. */
  isContinuation?: boolean;
};

/** Answers by field name, in the definition's order. A missing key is an unticked box, '' a field left blank. */
export type Answers = Record<string, string>;

/** The one definition of a form, for site, validation, e-mails and desk. */
export type FormDefinition = {
  /** The wire name: `formName` and `form_name`. */
  name: string;
  slug: string;
  /** The route of the form, which also accepts its post without JavaScript. */
  path: string;
  sections: readonly Section[];
  /** The consent checkbox, after the last section. */
  consent?: Field;
  submitLabel: string;
  busyLabel: string;
  /** What it could cost to go on, before the button. The number to call instead follows. */
  terms?: string;
  /** Text under the button. */
  note?: string;
  /** The variable part of the e-mail's subject. Never a field that may hold health details. */
  subjectOf: (data: Answers) => string;
  /** It begins a claim: with a private link, files and the page of one claim. */
  isClaim: boolean;
  /** The name of the form that asks for the rest of what this one begins. Not the form itself, which this one's page need not load. */
  continuedBy?: string;
  /** Hours within which the sender of this form is to be contacted; null where there is no response target. */
  responseTargetHours: number | null;
  /** Our own, earlier target, stated to nobody. What has one is urgent. */
  ownTargetMinutes?: number;
};

const fieldsByForm = new WeakMap<FormDefinition, readonly Field[]>();

/** Collected once for each definition: a submission that arrives needs them five times. */
export function fieldsOf(form: FormDefinition): readonly Field[] {
  const known = fieldsByForm.get(form);
  if (known) return known;
  const fields = [...form.sections.flatMap((section) => section.fields), ...(form.consent ? [form.consent] : [])];
  fieldsByForm.set(form, fields);
  return fields;
}

/** The team is told so, in the e-mail and at the desk. */
export function isUrgent(form: FormDefinition): boolean {
  return form.ownTargetMinutes !== undefined;
}
