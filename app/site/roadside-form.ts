import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { site } from '#content/site.ts';
import { hasLegalRepresentatives } from '#forms/claim-options.ts';
import type { Field, FormDefinition } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';

/** The parts of the form that differ in the language of the page, which it posts to and sends along. Only for the server. */
export function translatedForm(
  { code, form: words }: RoadsideTexts,
  hasLegal = hasLegalRepresentatives,
): Partial<FormDefinition> {
  if (!words) return {};
  const labels: Record<string, string> = { ...words.labels, consent: agreed(words.labels.consent, hasLegal) };
  const hints: Record<string, string> = { ...words.hints, consent: words.hints.consent.replace('$email', site.email) };
  const inLanguage = (field: Field): Field => ({
    ...field,
    label: labels[field.name] ?? field.label,
    ...(hints[field.name] && { hint: hints[field.name] }),
    // The page shows nothing else of it.
    ...(field.hidden && { label: '', options: undefined, defaultValue: code }),
  });
  return {
    path: `${roadside.path}?lang=${code}`,
    submitLabel: words.submit,
    busyLabel: words.busy,
    sections: roadside.sections.map(({ fields }) => ({ title: words.title, fields: fields.map(inLanguage) })),
    consent: inLanguage(roadside.consent),
  };
}

/** To what the visitor agrees: as the form has it in English, to law firms only where the firm has some. */
function agreed(text: string, hasLegal: boolean): string {
  return text.replace(/\$legal\(([^)]*)\)/g, hasLegal ? '$1' : '').replace('$brand', () => site.brand);
}
