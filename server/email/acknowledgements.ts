import type { FormText } from '#content/form-texts.ts';
import { companyDetails } from '#content/legal.ts';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import type { FormDefinition } from '#forms/form.ts';
import { partner } from '#forms/partner.ts';
import { type Rendered, renderPlainEmail } from './email-layout.tsx';
import { londonTime } from './email-text.ts';
import type { Progress } from './progress.ts';

/**
 * What e-mails to the sender of a form are made of. The answers are not part of it: whoever types the address of somebody else into
 * a form must not have us send them their words.
 */
export type Acknowledgement = {
  form: Pick<FormDefinition, 'name' | 'isClaim' | 'responseTargetHours'>;
  reference: string;
  dueAt: number | null;
  isDueAhead: boolean;
  isIncomplete: boolean;
  progress: Progress | null;
  privateLink: string | null;
};

const sooner = `Need us sooner? Call ${site.helpline.display}, ${openHours}.`;

const whatToDoNow =
  'Now tell your insurer, keep photos, do not start repairs. What you sent is not an agreement.' satisfies `${FormText} ${string}`;

const keepToYourself = 'Whoever has the link can see and do the same, so keep it to yourself.';

/** The e-mail that is sent at once: the submission has arrived, and what happens next. */
export function renderAcknowledgement(email: Acknowledgement): Rendered {
  const { form, reference, dueAt, isDueAhead, isIncomplete, privateLink } = email;
  const whatFor = isIncomplete ? 'Finish your claim, add photographs' : 'Add photographs';
  const noun = form.isClaim ? 'claim' : form.name === partner.name ? 'enquiry' : 'message';
  return renderPlainEmail({
    subject: `We have your ${noun}: reference ${reference}`,
    title: `We have your ${noun}`,
    paragraphs: [
      `Your reference is ${reference}. Please have it ready when we speak.`,
      ...(form.responseTargetHours === null
        ? ['A person will read it and be in touch.']
        : isDueAhead && dueAt !== null
          ? [`We will contact you by ${londonTime(dueAt)}.`]
          : []),
      ...(form.isClaim ? [whatToDoNow] : []),
      sooner,
      ...(privateLink === null ? [] : [`${whatFor} and see what happens next at your private link. ${keepToYourself}`]),
    ],
    link: privateLink === null ? null : { label: 'Your claim', url: privateLink },
    closing: [
      'If you did not write to us, somebody typed your address by mistake, and you can ignore this email.',
      companyDetails,
    ],
  });
}

/** The e-mail with a new private link that staff made. */
export function renderNewLink({ reference, privateLink }: Acknowledgement): Rendered {
  return renderPlainEmail({
    subject: `A new link to your claim: reference ${reference}`,
    title: 'A new link to your claim',
    paragraphs: [
      `This is the private link to your claim, reference ${reference}. Earlier links no longer work.`,
      `Add photographs and see what happens next. ${keepToYourself}`,
      sooner,
    ],
    link: privateLink === null ? null : { label: 'Your claim', url: privateLink },
    closing: [companyDetails],
  });
}

/** The e-mail about what staff did: they were in touch, closed or reopened the claim, or answered a request. */
export function renderProgress({ reference, privateLink, progress }: Acknowledgement): Rendered {
  if (!progress) throw new Error('There is no progress to tell of.');
  const [title, ...sentences] = progress;
  return renderPlainEmail({
    subject: `${title}: reference ${reference}`,
    title,
    paragraphs: [
      `Your reference is ${reference}.`,
      ...sentences,
      `Call ${site.helpline.display}, ${openHours}.`,
      ...(privateLink === null ? [] : [`Your private link shows where your claim stands. ${keepToYourself}`]),
    ],
    link: privateLink === null ? null : { label: 'Your claim', url: privateLink },
    closing: [companyDetails],
  });
}
