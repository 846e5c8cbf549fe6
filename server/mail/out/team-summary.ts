import type { ClaimField } from '#forms/claim-sections.ts';
import { type Answers, type FormDefinition, fieldsOf, isUrgent } from '#forms/form.ts';
import { londonMoment } from '#forms/london-day.ts';
import { type PhoneView, phoneViewOf } from '#forms/phone-numbers.ts';
import { senderOf, summaryOf } from '#forms/sender.ts';
import { subjectLine } from './email-text.ts';

/** The summary for the member of staff who calls: it comes first in emails to the team, and fits the first screen of a phone. */
export type TeamSummary = {
  name: string;
  /** Lines about the claim: the kind of driver, the vehicle, and for a roadside start the place. */
  about: string[];
  /** The earliest time first. */
  callBy: { label: string; at: string }[];
  phones: PhoneView;
  /** The address of the submission in the desk. */
  link: string;
};

export type SummarySource = {
  form: FormDefinition;
  data: Answers;
  link: string;
  /** The response target that visitors are told; null where there is none. */
  dueAt: number | null;
  /** Our own, earlier target; null where there is none. */
  ownTargetAt: number | null;
  isContacted: boolean;
};

export function teamSummaryOf({ form, data, link, dueAt, ownTargetAt, isContacted }: SummarySource): TeamSummary {
  const { name, phone } = senderOf(form, data);
  const isOwnEarlier = ownTargetAt !== null && (dueAt === null || ownTargetAt < dueAt);
  return {
    name: subjectLine(name) || 'No name given',
    about: (form.isClaim ? aboutClaim(form, data) : [summaryOf(form, data)]).map(subjectLine).filter(Boolean),
    callBy: isContacted
      ? []
      : [
          ...(isOwnEarlier ? [{ label: 'Call by (our own target)', at: londonMoment(ownTargetAt) }] : []),
          ...(dueAt === null ? [] : [{ label: isOwnEarlier ? 'Promised by' : 'Call by', at: londonMoment(dueAt) }]),
        ],
    phones: phoneViewOf(subjectLine(phone)),
    link,
  };
}

function aboutClaim(form: FormDefinition, data: Answers): string[] {
  const answer = (name: ClaimField) => data[name]?.trim() ?? '';
  const type = fieldsOf(form).find(({ name }) => name === ('vehicleType' satisfies ClaimField));
  const kind = type?.options?.find(({ value }) => value === answer('vehicleType'))?.label ?? answer('vehicleType');
  const vehicle = [answer('vehicleMake'), answer('vehicleModel')].filter(Boolean).join(' ');
  return [
    answer('vehicleType') === 'pco' ? `${kind} driver` : kind,
    [vehicle, answer('vehicleReg')].filter(Boolean).join(' · '),
    isUrgent(form) ? answer('locationOfAccident') : '',
  ];
}
