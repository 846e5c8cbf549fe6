import { type Answers, type FormDefinition, fieldsOf } from './form.ts';

/** The language of the page on which a form was filled in, in English; null where it was English, or the form has only that one. */
export function languageOf(form: FormDefinition, data: Answers): string | null {
  const field = fieldsOf(form).find(({ name }) => name === 'language');
  const language = field?.options?.find(({ value }) => value === data.language)?.label ?? null;
  return language === 'English' ? null : language;
}
