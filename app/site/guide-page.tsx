import type { GuidePageContent } from '#content/types.ts';
import { articleData } from './structured-data.ts';
import { TextPage, textPageMeta } from './text-page.tsx';

const list = { title: 'Guides', href: '/guides' };

export function GuidePage({ guide }: { guide: GuidePageContent }) {
  return (
    <TextPage list={list} page={guide} related={{ title: 'How we help', pages: guide.services }}>
      <Sources guide={guide} />
    </TextPage>
  );
}

function Sources({ guide: { sources, law, reviewed, reviewedOn, reviewedBy } }: { guide: GuidePageContent }) {
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
          Last reviewed on <time dateTime={reviewed}>{reviewedOn}</time>
          {reviewedBy && ` by ${reviewedBy}`}
          {`. General information for ${law}, not legal advice.`}
        </p>
      </div>
    </section>
  );
}

export function guideMeta(guide: GuidePageContent) {
  const { title, description, href: path } = guide;
  return textPageMeta(list, title, { path, title, description }, articleData(guide));
}
