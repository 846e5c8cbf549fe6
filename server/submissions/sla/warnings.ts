import { site } from '#content/site.ts';

const hour = 3_600_000;

/** Hours after which the team is warned that nobody has been in touch, and last the owners, when the promise is broken: 12, 20, 24. */
export const warningHours = [site.claimPromiseHours / 2, Math.round((site.claimPromiseHours * 5) / 6), site.claimPromiseHours];

/** How long before the promise each warning is due, the most severe first. */
export const warnings = warningHours
  .map((hours) => ({ hours, beforeDueMs: (site.claimPromiseHours - hours) * hour }))
  .toReversed();

/** Whether this warning is for the owners: nothing is left to be in time for. */
export function isForOwners(hours: number): boolean {
  return hours >= site.claimPromiseHours;
}
