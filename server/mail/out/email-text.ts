import { regulation } from '#content/conditions.ts';
import { companyDetails } from '#content/legal.ts';

/**
 * A subject of one line and at most 120 graphemes, whatever was typed. Characters that change the direction of writing are removed,
 * because they would change that of the text after them too.
 */
export function subjectLine(text: string): string {
  const line = text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const characters = Array.from(graphemes.segment(line.slice(0, 5_000)), ({ segment }) => segment);
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : line;
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/** The Message-ID of a job's email. */
export function messageIdOf(jobId: string, siteUrl: string): string {
  return `<${jobId}@${new URL(siteUrl).hostname}>`;
}

/** The job whose email has this Message-ID, of several that left as one the first; empty where it is not ours. */
export function jobIdIn(messageId: string, siteUrl: string): string {
  const [left = '', right] = messageId.slice(1, -1).split('@');
  return right === new URL(siteUrl).hostname ? left.replace(/\..*/, '') : '';
}

/** A header with the Message-ID of an email, because some providers (Amazon SES) replace the Message-ID itself. */
export const ownIdHeader = 'Kerbside-Message-ID';

/** How each email to a claimant ends: an authorised firm names its regulator in every letter and email (FCA Handbook, GEN 4). */
export function firmDetails(): string {
  return `${companyDetails} ${regulation}`;
}
