import { ownTargetHours } from '#content/own-targets.ts';
import { site } from '#content/site.ts';
import type { ClaimField } from './claim-sections.ts';
import { type Answers, type FormDefinition, fieldsOf } from './form.ts';

/** The sender's name and contact details, and further search terms. '' where the form has no such field or it is empty. */
export type Sender = { name: string; email: string; phone: string; registration: string };

/** The names of the fields with each of these autofill tokens. */
type SenderFields = Record<'given-name' | 'family-name' | 'name' | 'email' | 'tel', readonly string[]>;

const senderFieldsByForm = new WeakMap<FormDefinition, SenderFields>();

export function senderOf(form: FormDefinition, data: Answers): Sender {
  const fields = senderFieldsOf(form);
  const answered = (token: keyof SenderFields) =>
    fields[token]
      .map((name) => data[name]?.trim() ?? '')
      .filter(Boolean)
      .join(' ');
  const [given, family, whole] = [answered('given-name'), answered('family-name'), answered('name')];
  return {
    // A roadside start has a name in one piece, and later perhaps one in two parts.
    name: (given && family) || !whole ? [given, family].filter(Boolean).join(' ') : whole,
    email: answered('email') || (data.email ?? ''),
    phone: answered('tel') || (data.phone ?? ''),
    registration: data['vehicleReg' satisfies ClaimField]?.trim() ?? '',
  };
}

/**
 * The fields of the sender, derived from their autofill tokens, so that a new form needs no further description. They are derived
 * once for each definition, and not part of it, because definitions are sent to browsers.
 */
function senderFieldsOf(form: FormDefinition): SenderFields {
  const known = senderFieldsByForm.get(form);
  if (known) return known;
  const named = (token: keyof SenderFields) =>
    fieldsOf(form)
      .filter(({ autoComplete }) => autoComplete === token)
      .map(({ name }) => name);
  const fields: SenderFields = {
    'given-name': named('given-name'),
    'family-name': named('family-name'),
    name: named('name'),
    email: named('email'),
    tel: named('tel'),
  };
  senderFieldsByForm.set(form, fields);
  return fields;
}

/** A one-line summary, shown to staff beside the sender's name: the required choices and the registration. */
export function summaryOf(form: FormDefinition, data: Answers): string {
  const { name, registration } = senderOf(form, data);
  const subject = form.subjectOf(data).trim();
  const chosen = fieldsOf(form)
    .filter(({ type, required }) => type === 'select' && required)
    .map((field) => field.options?.find(({ value }) => value === data[field.name])?.label ?? data[field.name] ?? '');
  return [subject === name ? '' : subject, ...chosen, registration].filter(Boolean).join(' · ');
}

/**
 * Our own response target in hours: earlier than the promised one, for urgent forms and for drivers who lose income with each day off
 * the road; and for forms whose senders are promised no time.
 */
export function targetHoursOf(form: FormDefinition, data: Answers): number | null {
  if (form.ownTargetMinutes !== undefined) return form.ownTargetMinutes / 60;
  if (form.responseTargetHours === null) return ownTargetHours[form.name] ?? null;
  return data['vehicleType' satisfies ClaimField] === 'pco' ? site.professionalTargetHours : null;
}
