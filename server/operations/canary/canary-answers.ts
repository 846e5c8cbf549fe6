import { type Answers, type Field, type FormDefinition, fieldsOf } from '#forms/form.ts';

/** Answers that the form takes, whatever its fields: nobody's, with a number kept for drama and a domain for documentation. */
export function canaryAnswers(form: FormDefinition): Answers {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, answerTo(field)]));
}

function answerTo({ type, label, options, defaultValue }: Field): string {
  if (options) return options[0]?.value ?? '';
  if (defaultValue !== undefined) return defaultValue;
  switch (type) {
    case 'email':
      return 'canary@example.com';
    case 'tel':
      return '07700 900000';
    case 'date':
      return '2026-01-01';
    case 'time':
      return '12:00';
    case 'number':
      return '2020';
    case 'checkbox':
      return 'yes';
    default:
      return `Test: ${label}`;
  }
}
