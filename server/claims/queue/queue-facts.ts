import type { ClaimField } from '#forms/claim-sections.ts';
import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import { languageOf } from '#forms/sender-language.ts';
import { answersOf } from '#server/core/database/schema.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';

/** What a row of the queue says of a submission, besides who sent it: enough to know the person before the call. */
export type QueueFacts = {
  registration: string;
  /** Where it happened, or else what, or the message of who asks something. */
  about: string;
  /** The language of the sender's page; null where it was English. */
  language: string | null;
};

/** As much of a text as a row has room for on a wide screen. */
const longestText = 120;

export function queueFactsOf({ form_name, form_data }: Pick<SubmissionRow, 'form_name' | 'form_data'>): QueueFacts {
  const data = answersOf(form_data);
  const form = formOf(form_name, data);
  const texts = [
    data['locationOfAccident' satisfies ClaimField],
    data['descriptionOfAccident' satisfies ClaimField],
    data.message,
  ];
  return {
    registration: senderOf(form, data).registration,
    about:
      texts
        .find((text) => text?.trim())
        ?.trim()
        .slice(0, longestText) ?? '',
    language: languageOf(form, data),
  };
}
