import { site } from '#content/site.ts';
import { type FormData, type FormDefinition, fieldsOf } from './form.ts';

/** Who sent it, how to reach them, and by what else they are found. '' where the form does not ask or nothing was answered. */
export type Sender = { name: string; email: string; phone: string; registration: string };

/**
 * Read from what the fields mean to a browser's autofill, so that a new form needs no second description. Beside the definitions
 * and not in them: visitors' phones need none of this.
 */
export function senderOf(form: FormDefinition, data: FormData): Sender {
  const fields = fieldsOf(form);
  const answered = (...tokens: string[]) =>
    fields
      .filter(({ autoComplete }) => tokens.includes(autoComplete ?? ''))
      .map(({ name }) => data[name]?.trim() ?? '')
      .filter(Boolean)
      .join(' ');
  return {
    name: answered('name', 'given-name', 'family-name'),
    email: answered('email') || (data.email ?? ''),
    phone: answered('tel') || (data.phone ?? ''),
    registration: data.vehicleReg?.trim() ?? '',
  };
}

/** What it is about, in a line to stand beside the sender's name. For staff alone. */
export function summaryOf(form: FormDefinition, data: FormData): string {
  const { name, registration } = senderOf(form, data);
  const subject = form.subjectOf(data).trim();
  const chosen = fieldsOf(form)
    .filter(({ type }) => type === 'select')
    .map((field) => field.options?.find(({ value }) => value === data[field.name])?.label ?? '');
  return [subject === name ? '' : subject, ...chosen, registration].filter(Boolean).join(' · ');
}

/** Hours of our own aim, which is earlier than the promise, for those who lose a day's income with each day off the road. */
export function targetHoursOf(form: FormDefinition, data: FormData): number | null {
  return form.promiseHours !== null && data.vehicleType === 'pco' ? site.professionalTargetHours : null;
}
