import { Accordion } from '#app/ui/accordion.tsx';
import { complaints } from '#content/complaints.ts';
import { privacyInShort, termsInShort } from '#content/legal.ts';
import { complaintsPage } from '#content/pages/complaints-head.ts';
import { site } from '#content/site.ts';
import type { NoticePart } from '#content/types.ts';
import type { Route } from './+types/complaints-page.ts';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';

export const meta: Route.MetaFunction = () => pageMeta(complaintsPage);

export default function ComplaintsPage() {
  return (
    <>
      <PageHero page={complaintsPage} />
      <section className="container section split" aria-labelledby="procedure-title">
        <div className="stack">
          <h2 id="procedure-title">Complaints procedure</h2>
          {/* The footer's links to the privacy policy and the terms lead to this page. */}
          <p>
            Looking for <a href="#privacy">privacy</a> or <a href="#terms">terms</a>? They are below.
          </p>
          <p>
            Call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, email{' '}
            <a href={`mailto:${site.email}`}>{site.email}</a> or <a href="/contact">send us a message</a>.
          </p>
        </div>
        <Accordion
          name="complaints"
          items={complaints.map(({ title, text }, index) => ({ title: `${index + 1}. ${title}`, body: <p>{text}</p> }))}
        />
      </section>
      <ShortNotice id="privacy" title="Privacy in short" parts={privacyInShort} />
      <ShortNotice id="terms" title="Terms in short" parts={termsInShort} />
    </>
  );
}

function ShortNotice({ id, title, parts }: { id: string; title: string; parts: NoticePart[] }) {
  return (
    <section id={id} className="container section split legal-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <dl>
        {parts.map((part) => (
          <div key={part.title}>
            <dt>{part.title}</dt>
            <dd className="prose">
              <p>{part.text}</p>
              {part.points && (
                <details>
                  <summary>{part.title}, in full</summary>
                  <ul>
                    {part.points.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
