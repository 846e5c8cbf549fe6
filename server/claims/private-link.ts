import { day } from '#forms/durations.ts';
import { isClaim } from '#forms/forms.ts';
import type { SubmissionRow } from './view/submission-reader.ts';

/** How long a private link works after the claim was closed. */
export const linkDaysAfterClosing = 90;

/** The private link of a claim. Times are null where there is none. */
export type PrivateLink = { revokedAt: number | null; endsAt: number | null };

/** The private link of a row; null for a submission that has none. */
export function privateLinkOf(row: Pick<SubmissionRow, 'form_name' | 'link_revoked_at' | 'closed_at'>): PrivateLink | null {
  if (!isClaim(row.form_name)) return null;
  return { revokedAt: row.link_revoked_at, endsAt: row.closed_at === null ? null : row.closed_at + linkDaysAfterClosing * day };
}

/** Whether a private link has ended. */
export function hasLinkEnded({ revokedAt, endsAt }: PrivateLink, now: number): boolean {
  return revokedAt !== null || (endsAt !== null && now > endsAt);
}

/**
 * The private link in the response to a submission that came before. `isWithheld`: it was recognised only by its answers, which others
 * may know, so the link is not given out.
 */
export type GivenLink = { generation: number; hasEnded: boolean; isWithheld: boolean };

/**
 * The first link of a claim, which the response to it contained. A later one is only sent to the claimant's mailbox.
 */
export function firstLinkOf(
  row: Parameters<typeof privateLinkOf>[0] & Pick<SubmissionRow, 'link_generation'>,
  now: number,
): GivenLink {
  const link = privateLinkOf(row);
  return { generation: 0, hasEnded: link !== null && (row.link_generation > 0 || hasLinkEnded(link, now)), isWithheld: false };
}

/** The current link of a claim, for a browser that has it. */
export function currentLinkOf({ link_generation: generation }: Pick<SubmissionRow, 'link_generation'>): GivenLink {
  return { generation, hasEnded: false, isWithheld: false };
}
