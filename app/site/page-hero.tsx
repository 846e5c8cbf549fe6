import type { ReactNode } from 'react';

type PageHeroProps = { page: { heading: string; lead: string }; above?: ReactNode; children?: ReactNode };

/** The sign at the head of a page. */
export function PageHero({ page, above, children }: PageHeroProps) {
  return (
    <div className="page-hero">
      <div className="container">
        <div className="page-hero-posts">
          <div className="sign">
            {above}
            <h1>{page.heading}</h1>
            <p className="lead">{page.lead}</p>
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
