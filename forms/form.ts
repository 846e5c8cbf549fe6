/** One choice. `value` is stored, `label` is shown. */
export type Option = { value: string; label: string };

export type FieldType = 'text' | 'email' | 'tel' | 'date' | 'time' | 'number' | 'textarea' | 'select' | 'radio' | 'checkbox';

/**
 * Where a question is asked: a field that comes before it has one of these values. `showIf`: where that field is asked, which withOwn adds,
 * because a page keeps what was chosen in a question that it has hidden since.
 */
export type Condition = { field: string; is: readonly string[]; showIf?: Condition | undefined };

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
  /** The number of rows of a textarea; 5 unless given. */
  rows?: number;
  /** The HTML autofill token. */
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'tel' | 'email';
  autoCapitalize?: 'none' | 'words' | 'characters';
  /** The field takes half a row on medium and larger screens. */
  half?: boolean;
  /** The field is not shown; the page fills it in with `defaultValue`. */
  hidden?: boolean;
  /** Asked only where this holds; otherwise that of its section. Without scripts it is shown at all times. */
  showIf?: Condition;
  /** The owner has added it (content/form-fields.ts). Programs, and pages that were opened before, do not know it. */
  isOwn?: boolean;
};

export type Section = {
  title: string;
  fields: readonly Field[];
  /** The section is of the form that continues this one, and shown once something of it was answered. */
  isContinuation?: boolean;
  /** The condition of each of its fields that has none of its own. */
  showIf?: Condition;
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
  /** What going on could cost, shown above the button. The number to call instead follows. */
  terms?: string;
  /** Text under the button. */
  note?: string;
  /** The variable part of the e-mail's subject. Never a field that may hold health details. */
  subjectOf: (data: Answers) => string;
  /** The form begins a claim, which has a private link, files and a page of its own. */
  isClaim: boolean;
  /**
   * The name of the form that asks for the rest of what this one begins. It is not the form itself, which the page of this one need
   * not load.
   */
  continuedBy?: string;
  /** Hours within which the sender of this form is to be contacted; null where there is no response target. */
  responseTargetHours: number | null;
  /** Our own, earlier target, which visitors are not told. A form that has one is urgent. */
  ownTargetMinutes?: number;
};

const fieldsByForm = new WeakMap<FormDefinition, readonly Field[]>();

/** The fields of a form. They are collected once for each definition, because an arriving submission needs them five times. */
export function fieldsOf(form: FormDefinition): readonly Field[] {
  const known = fieldsByForm.get(form);
  if (known) return known;
  const fields = [...form.sections.flatMap(fieldsIn), ...(form.consent ? [form.consent] : [])];
  fieldsByForm.set(form, fields);
  return fields;
}

/** The fields of a section, each with its condition. */
export function fieldsIn({ fields, showIf }: Section): Field[] {
  return fields.map((field) => (showIf && !field.showIf ? { ...field, showIf } : field));
}

/** Whether a field is asked, given the answers to those before it. What is not asked is neither required nor stored. */
export function isAsked({ showIf }: { showIf?: Condition | undefined }, answers: Answers): boolean {
  return !showIf || (showIf.is.includes(answers[showIf.field] ?? '') && isAsked(showIf, answers));
}

/** Whether a form is urgent, which the e-mail and the desk tell the team. */
export function isUrgent(form: FormDefinition): boolean {
  return form.ownTargetMinutes !== undefined;
}
