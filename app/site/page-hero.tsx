import type { ReactNode } from 'react';

/** The sign at the head of a page. */
export function PageHero({ page, children }: { page: { heading: string; lead: string }; children?: ReactNode }) {
  return (
    <div className="page-hero">
      <div className="container">
        <div className="page-hero-posts">
          <div className="sign">
            <h1>{page.heading}</h1>
            <p className="lead">{page.lead}</p>
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
