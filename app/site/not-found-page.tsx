import { notFoundPage } from '#content/pages/not-found-head.ts';
import { site } from '#content/site.ts';
import type { Route } from './+types/not-found-page.ts';
import { PageHero } from './page-hero.tsx';
import styles from './text-styles.css?inline';

export const meta: Route.MetaFunction = () => [
  { title: `${notFoundPage.title} | ${site.brand}` },
  { name: 'description', content: notFoundPage.description },
  { name: 'robots', content: 'noindex' },
];

export default function NotFoundPage() {
  return (
    <>
      <style href="text" precedence="app">
        {styles}
      </style>
      <PageHero
        page={notFoundPage}
        above={
          // Before the text, which makes room for it: a page that arrives in parts does not move.
          <svg viewBox="0 0 48 48" aria-hidden="true" className="page-hero-pictogram">
            {/* The drawing is the sign for no through road. */}
            <path d="M20 46V16h8v30z" fill="var(--on-sign)" />
            <path d="M9 6h30v9H9z" fill="#c4281f" stroke="var(--on-sign)" strokeWidth="2" />
          </svg>
        }
      >
        <p className="page-hero-actions">
          <a href="/" className="button button-action">
            Go Back to Homepage
          </a>
        </p>
      </PageHero>
    </>
  );
}
