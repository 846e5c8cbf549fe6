import { site } from '#content/site.ts';
import { londonTime } from './london-time.ts';
import { type Rendered, renderPlainLetter } from './plain-letter.tsx';

export type PromiseWarning = {
  /** Since it came. */
  hours: number;
  reference: string;
  form: string;
  name: string;
  submittedAt: number;
  dueAt: number;
  link: string;
};

/** Says that nobody has been in touch yet: to the team while there is time, to the owner when the promise is broken. */
export function renderPromiseWarning({ hours, reference, form, name, submittedAt, dueAt, link }: PromiseWarning): Rendered {
  const broken = hours >= site.claimPromiseHours;
  const title = broken ? `${reference}: the promise is broken` : `${reference}: no contact after ${hours} hours`;
  return renderPlainLetter({
    subject: broken ? `[Desk] Overdue: ${reference} ${name}` : `[Desk] ${hours} hours without contact: ${reference} ${name}`,
    title,
    paragraphs: [
      `${form} from ${name || 'an unnamed sender'} came on ${londonTime(submittedAt)}.`,
      broken
        ? `We promised contact by ${londonTime(dueAt)}, and the desk shows none. Call now, then mark it as contacted.`
        : `We promised contact by ${londonTime(dueAt)}. Call, then mark it as contacted; these warnings then stop.`,
    ],
    link: { label: 'Open it in the desk', url: link },
  });
}
