import { markArrow } from '#content/mark.ts';

/** The mark: a kerb, the road that leads on from it, and the arrow of a direction sign. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="8" fill="var(--route)" />
      <rect x="2.5" y="2.5" width="35" height="35" rx="6" fill="none" stroke="var(--on-sign)" strokeWidth="2" />
      <polygon points={markArrow} fill="var(--action)" />
    </svg>
  );
}
