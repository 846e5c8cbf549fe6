import type { PageSection } from '#content/types.ts';

/** The text of a page that is written in markdown. */
export function PageSections({ sections }: { sections: PageSection[] }) {
  return sections.map(({ id, heading, html }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {/* Compiled at build from our own markdown, in which raw HTML is refused. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  ));
}
