import type { ReactNode } from 'react';

/** By itself, as every drawing of a form, so that its script carries no others. */
export const camera = (
  <path
    d="M17 8h14l3 6h10v27H4V14h10zm7 9a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10z"
    fillRule="evenodd"
  />
);

export const pin = (
  <path
    d="M24 4a15 15 0 0 1 15 15c0 10-15 25-15 25S9 29 9 19A15 15 0 0 1 24 4zm0 9a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"
    fillRule="evenodd"
  />
);

/** Pictograms, drawn in a square of 48 and as flat as a road sign: one shape that is understood in a second. */
const drawings = {
  phone: <path d="M13 5l7 2 2 9-5 4c2.5 5 6 8.5 11 11l4-5 9 2 2 7c0 5-3 8-8 8C18 43 5 30 5 13c0-5 3-8 8-8z" />,
  arrow: <path d="M26 8l16 16-16 16-4-4 9-9H6v-6h25l-9-9z" />,
  mail: <path d="M5 11h38v4L24 27 5 15zm0 9 19 12 19-12v18H5z" />,
  chat: <path d="M24 6c11 0 19 7 19 16s-8 16-19 16c-2.5 0-5-.4-7-1.2L6 42l3.5-9C6.6 30.2 5 26.3 5 22 5 13 13 6 24 6z" />,
  pin,
} satisfies Record<string, ReactNode>;

export type PictogramName = keyof typeof drawings;

/** A pictogram beside words that say the same, so it is hidden from screen readers. */
export function Pictogram({ name, className = 'pictogram' }: { name: PictogramName; className?: string }) {
  return <Drawing className={className}>{drawings[name]}</Drawing>;
}

export function Drawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 48 48" fill="currentColor" aria-hidden="true" className={className}>
      {children}
    </svg>
  );
}
