import { type Condition, type Field, type FormDefinition, fieldsOf } from '#forms/form.ts';
import { takesFormerChoices } from '#forms/read.ts';
import type { Json } from './openapi-parts.ts';

/** The schema of a form's answers. */
export function answersSchema(form: FormDefinition): Json {
  const fields = fieldsOf(form);
  return {
    type: 'object',
    description: 'Other properties are left out. An optional field may be missing or empty.',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required, showIf, isOwn }) => required && !showIf && !isOwn).map(({ name }) => name),
  };
}

/** The schema of a field, by the rules of readAnswers (forms/read.ts). */
function fieldSchema(field: Field): Json {
  const { label, hint, type, options, hidden, showIf } = field;
  // A hidden field may have any value; an unknown one is ignored.
  if (hidden) return { title: label };
  const required = field.required && !showIf;
  const asked = showIf && `Read, and required where the form says so, only where ${conditionText(showIf)}.`;
  const description = [hint, asked].filter(Boolean).join(' ');
  const about = { type: 'string', title: label, ...(description && { description }) };
  const values = type === 'checkbox' ? ['yes'] : options?.map(({ value }) => value);
  if (takesFormerChoices(field)) return { ...about, examples: values, ...(required && { minLength: 1 }) };
  if (values) return { ...about, enum: required ? values : [...values, ''] };
  if (type === 'email') return { ...about, pattern: required ? emailPattern : `^$|${emailPattern}` };
  return { ...about, ...(required && { minLength: 1 }) };
}

function conditionText({ field, is, showIf }: Condition): string {
  return `${field} is ${is.join(' or ')}${showIf ? `, and ${conditionText(showIf)}` : ''}`;
}

/** The pattern of an e-mail address: text without spaces, @, text, dot, text. */
const emailPattern = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
