import type { ReactNode } from 'react';
import type { PageAddress, PageSection } from '#content/types.ts';
import { ImmediateAssistance } from './calls-to-action.tsx';
import { CostNotice } from './cost-notice.tsx';
import { PageHero } from './page-hero.tsx';
import { type PageFacts, pageMeta } from './page-meta.ts';
import { breadcrumbsData } from './structured-data.ts';
import styles from './text-styles.css?inline';
import { Words } from './words.tsx';

type TextPageProps = {
  /** The list that the page belongs to. */
  list: PageAddress;
  page: { title: string; heading: string; lead: string; sections: PageSection[]; noCostNotice: boolean };
  pictogram?: ReactNode;
  /** Content after the text. */
  children?: ReactNode;
  /** Content at the top of the sidebar. */
  aside?: ReactNode;
  /** Links to pages on the same subject. */
  related: { title: string; pages: PageAddress[] };
};

/** The template of the pages that are written in markdown: services and guides. */
export function TextPage({ list, page, pictogram, children, aside, related }: TextPageProps) {
  return (
    <>
      <style href="text" precedence="app">
        {styles}
      </style>
      <PageHero
        page={page}
        above={
          <>
            {pictogram}
            <p className="breadcrumb">
              <a href={list.href}>{list.title}</a> / {page.title}
            </p>
          </>
        }
      />
      <div className="container section with-sidebar">
        <div className="text-page">
          {page.sections.map(({ id, heading, html }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>
                <Words text={heading} />
              </h2>
              {/* The HTML was compiled at build from our own markdown, in which raw HTML is refused. */}
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
            </section>
          ))}
          {page.noCostNotice && <CostNotice />}
          {children}
        </div>
        <div className="sidebar stack">
          {aside}
          {related.pages.length > 0 && <RelatedPages {...related} />}
          <ImmediateAssistance />
        </div>
      </div>
    </>
  );
}

function RelatedPages({ title, pages }: TextPageProps['related']) {
  return (
    <nav className="card stack" aria-labelledby="related">
      <h2 id="related">{title}</h2>
      <ul className="stack">
        {pages.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The breadcrumb. `name` is that of the page. */
export function textPageMeta(list: PageAddress, name: string, facts: PageFacts, structured: object) {
  const crumbs = [
    { name: 'Home', path: '/' },
    { name: list.title, path: list.href },
    { name, path: facts.path },
  ];
  return pageMeta(facts, [structured, breadcrumbsData(crumbs)]);
}
