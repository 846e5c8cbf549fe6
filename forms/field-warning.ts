import type { LateText } from '#content/late-texts.ts';
import { readDate } from './accident-date.ts';
import type { ClaimField } from './claim-sections.ts';
import { type Answers, type Field, type FormDefinition, fieldsOf } from './form.ts';
import { londonIsoDate } from './london-day.ts';

/** A production car older than this does not exist. */
const oldestYear = 1885;

const notCallable = 'We may not be able to call this number. Please check it; if it is right, carry on.' satisfies LateText;

/** Limitation Act 1980, sections 2 and 11: to carry on with the form alone may lose the claim. */
const tooLate = 'That is more than six years ago, and it may be too late to claim. If the date is right, ask a solicitor today.';
const tooLateForInjury = 'If anyone was hurt, the three years to go to court may be over. Ask a solicitor today.';

/** Warnings by field name. */
export type FieldWarnings = Record<string, string>;

export function fieldWarnings(form: FormDefinition, values: Answers, now: number): FieldWarnings {
  const warnings = fieldsOf(form).map((field) => [field.name, fieldWarning(field, values[field.name] ?? '', now)] as const);
  return Object.fromEntries(warnings.filter((one): one is [string, string] => one[1] !== null));
}

/** A warning about an unlikely answer, or null. The specification sets no bounds, so a warning never stops a submission. */
export function fieldWarning(field: Field, value: string, now: number): string | null {
  if (value === '') return null;
  if (field.type === 'tel') return mayBeCalled(value) ? null : notCallable;
  const today = londonIsoDate(now);
  const thisYear = Number(today.slice(0, 4));
  if (field.type === 'date') {
    const read = readDate(value);
    if (read === 'unknown year')
      return 'That is a year we cannot read. Please check day and month too; if it is right, carry on.';
    if (read === 'no date') return `We cannot read “${value}” as a date. Please check it; if it is right, carry on.`;
    if (value > today) return 'That date is in the future. Please check it; if it is right, carry on.';
    if (field.name !== ('dateOfAccident' satisfies ClaimField)) return null;
    const isBefore = (years: number) => value < `${thisYear - years}${today.slice(4)}`;
    return isBefore(6) ? tooLate : isBefore(3) ? tooLateForInjury : null;
  }
  if (field.name !== ('vehicleYear' satisfies ClaimField)) return null;
  const year = Number(value);
  const isUsual = Number.isInteger(year) && year >= oldestYear && year <= thisYear + 1;
  return isUsual ? null : 'That is an unusual year for a vehicle. Please check it; if it is right, carry on.';
}

/** Whether a text has as many digits, of whatever script, as a phone number. */
export function mayBeCalled(text: string): boolean {
  return text.split(/\p{Nd}/u).length > 6;
}
