import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { Field, FormDefinition } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';

/** The form in the language of the page, which it posts to and sends along. */
export function formIn({ code, form: words }: RoadsideTexts): FormDefinition {
  if (!words) return roadside;
  const labels: Record<string, string> = words.labels;
  const hints: Record<string, string> = words.hints;
  const inLanguage = (field: Field): Field => ({
    ...field,
    label: labels[field.name] ?? field.label,
    ...(hints[field.name] && { hint: hints[field.name] }),
    ...(field.hidden && { defaultValue: code }),
  });
  return {
    ...roadside,
    path: `${roadside.path}?lang=${code}`,
    submitLabel: words.submit,
    busyLabel: words.busy,
    sections: roadside.sections.map(({ fields }) => ({ title: words.title, fields: fields.map(inLanguage) })),
    consent: inLanguage(roadside.consent),
  };
}
