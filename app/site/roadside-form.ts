import { notPursuedMonths, retentionYears } from '#content/retention-periods.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { site } from '#content/site.ts';
import type { Field, FormDefinition } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';

/** The parts of the form that differ in the language of the page, which it posts to and sends along. Only for the server. */
export function translatedForm({ code, form: words }: RoadsideTexts): Partial<FormDefinition> {
  if (!words) return {};
  const labels: Record<string, string> = { ...words.labels, consent: words.labels.consent.replace('$brand', site.brand) };
  const hints: Record<string, string> = { ...words.hints, consent: filled(words.hints.consent) };
  const inLanguage = (field: Field): Field => ({
    ...field,
    label: labels[field.name] ?? field.label,
    ...(hints[field.name] && { hint: hints[field.name] }),
    ...(field.hidden && { defaultValue: code, options: field.options?.filter(({ value }) => value === code) }),
  });
  return {
    path: `${roadside.path}?lang=${code}`,
    submitLabel: words.submit,
    busyLabel: words.busy,
    sections: roadside.sections.map(({ fields }) => ({ title: words.title, fields: fields.map(inLanguage) })),
    consent: inLanguage(roadside.consent),
  };
}

/** The periods are those after which the product erases. */
function filled(text: string): string {
  return text
    .replace('$years', String(retentionYears))
    .replace('$months', String(notPursuedMonths))
    .replace('$email', site.email);
}
