import { PageLink } from '#app/ui/page-link.tsx';
import type { GuidePageContent } from '#content/types.ts';
import { ImmediateAssistance } from './calls-to-action.tsx';
import { CostNotice } from './cost-notice.tsx';
import { pageMeta } from './page-meta.ts';
import { PageSections } from './page-sections.tsx';
import { RelatedPages } from './related-pages.tsx';
import { articleData, breadcrumbsData } from './structured-data.ts';

/** The one template of the guides. */
export function GuidePage({ guide }: { guide: GuidePageContent }) {
  return (
    <>
      <div className="page-hero">
        <div className="container">
          <div className="page-hero-posts">
            <div className="sign">
              <p className="breadcrumb">
                <PageLink to="/guides">Guides</PageLink> / {guide.title}
              </p>
              <h1>{guide.heading}</h1>
              <p className="lead">{guide.lead}</p>
            </div>
          </div>
        </div>
      </div>
      <div className="container section with-sidebar">
        <div className="service-text">
          <PageSections sections={guide.sections} />
          {guide.noCostNotice && <CostNotice />}
          <Sources guide={guide} />
        </div>
        <div className="sidebar stack">
          <RelatedPages title="How we help" pages={guide.services} />
          <ImmediateAssistance />
        </div>
      </div>
    </>
  );
}

function Sources({ guide: { sources, reviewed, reviewedOn } }: { guide: GuidePageContent }) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      <div className="prose">
        <ul>
          {sources.map(({ name, href }) => (
            <li key={name}>
              {href ? (
                <a href={href} rel="noopener">
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
        <p>
          Last reviewed on <time dateTime={reviewed}>{reviewedOn}</time>. General information for England and Wales, not legal
          advice.
        </p>
      </div>
    </section>
  );
}

export function guideMeta(guide: GuidePageContent) {
  const { title, description, href: path } = guide;
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: 'Guides', path: '/guides' },
    { name: title, path },
  ];
  return pageMeta({ path, title, description }, [articleData(guide), breadcrumbsData(crumbs)]);
}
