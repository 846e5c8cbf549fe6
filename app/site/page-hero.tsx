import type { ReactNode } from 'react';
import styles from './hero-styles.css?inline';
import { Words } from './words.tsx';

type PageHeroProps = { page: { heading: string; lead: string }; above?: ReactNode; children?: ReactNode };

/** The sign at the head of a page. */
export function PageHero({ page, above, children }: PageHeroProps) {
  return (
    <>
      <style href="hero" precedence="app">
        {styles}
      </style>
      <div className="page-hero">
        <div className="container">
          <div className="page-hero-posts">
            <div className="sign">
              {above}
              <h1>
                <Words text={page.heading} isHeading />
              </h1>
              <p className="lead">
                <Words text={page.lead} />
              </p>
              {children}
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
