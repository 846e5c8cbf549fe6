import { byDay, byNight } from 'virtual:brand-logo';
import { markArrow } from '#content/mark.ts';

/** The owner's logo or, without one, the mark: a kerb, the road that leads on from it, and the arrow of a direction sign. */
export function BrandMark() {
  if (byDay !== null) return <BrandLogo src={byDay} />;
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="8" fill="var(--route)" />
      <rect x="2.5" y="2.5" width="35" height="35" rx="6" fill="none" stroke="var(--on-sign)" strokeWidth="2" />
      <polygon points={markArrow} fill="var(--action)" />
    </svg>
  );
}

/** It is loaded after the first paint, in a place that it does not move: pages have no bytes to spare for it. */
function BrandLogo({ src }: { src: string }) {
  return (
    <picture>
      {byNight !== null && <source srcSet={byNight} media="(prefers-color-scheme: dark)" />}
      <img src={src} loading="lazy" alt="" width="40" height="40" />
    </picture>
  );
}
