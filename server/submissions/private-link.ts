import { isClaim } from '#forms/forms.ts';
import type { SubmissionRow } from './view/submission-reader.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** How long a private link works after the claim was closed. */
export const linkDaysAfterClosing = 90;

/** The private link of a claim. Times are null where there is none. */
export type PrivateLink = { revokedAt: number | null; endsAt: number | null };

/** The private link of a row; null for a submission that has none. */
export function privateLinkOf(row: Pick<SubmissionRow, 'form_name' | 'link_revoked_at' | 'closed_at'>): PrivateLink | null {
  if (!isClaim(row.form_name)) return null;
  return { revokedAt: row.link_revoked_at, endsAt: row.closed_at === null ? null : row.closed_at + linkDaysAfterClosing * dayMs };
}

/** Whether a private link has ended. */
export function hasLinkEnded({ revokedAt, endsAt }: PrivateLink, now: number): boolean {
  return revokedAt !== null || (endsAt !== null && now > endsAt);
}

/**
 * Whether the first link of a claim, which the response to it contained, has ended. A later one is only sent to the claimant's
 * mailbox.
 */
export function hasFirstLinkEnded(
  row: Parameters<typeof privateLinkOf>[0] & Pick<SubmissionRow, 'link_generation'>,
  now: number,
) {
  const link = privateLinkOf(row);
  return link !== null && (row.link_generation > 0 || hasLinkEnded(link, now));
}
