import { whatToDoNow } from '#content/form-texts.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { site } from '#content/site.ts';
import { dueBy } from '#forms/london-day.ts';
import type { SenderEmail } from '#server/mail/out/define-email.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { firmDetails } from '#server/mail/out/email-text.ts';

/** The acknowledgement in the language of the roadside page on which a claim was begun, with the texts of its receipt. */
export function translatedAcknowledgement(
  { form, reference, dueAt, isDueAhead, isIncomplete, privateLink }: SenderEmail,
  { code, dir, translated }: RoadsideTexts,
  { texts, email }: NonNullable<RoadsideTexts['form']>,
): EmailContent {
  const stop = texts['.'];
  const title = texts['We have your claim'];
  const time = dueAt === null ? '' : dueBy(dueAt, dueAt, texts['en-GB']);
  const whatFor = isIncomplete ? `${texts['Finish your claim: add photographs and the other answers']}${stop} ` : '';
  return {
    subject: `${title}: ${reference}`,
    title,
    language: { code, dir },
    paragraphs: [
      `${texts['Your reference']}: ${reference}${stop} ${texts['Please have this reference ready.']}`,
      ...(form.responseTargetHours !== null && isDueAhead && dueAt !== null
        ? [texts['We will call you as soon as we can, by $time at the latest.'].replace('$time', () => time)]
        : []),
      [...whatToDoNow.map((text) => texts[text]), email.noAgreement].join(' '),
      `${texts['Need us sooner? Call']} ${dir === 'rtl' ? leftToRight(site.helpline.display) : site.helpline.display}${texts[',']} ${texts.$hours}${stop}`,
      ...(privateLink === null ? [] : [`${whatFor}${texts['Anyone with this link can see your claim. Do not forward it.']}`]),
      ...(translated === null ? [] : [translated]),
    ],
    link: privateLink === null ? null : { label: email.link, url: privateLink },
    closing: [email.notYou, firmDetails()],
  };
}

/** In a text from right to left the groups of a telephone number would change places. */
function leftToRight(number: string): string {
  return `\u2066${number}\u2069`;
}
