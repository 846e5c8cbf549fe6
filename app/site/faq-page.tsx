import { faq } from '#content/faq.ts';
import { faqPage } from '#content/pages/faq-head.ts';
import type { Route } from './+types/faq-page.ts';
import { CostNotice } from './cost-notice.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { QuestionList } from './question-list.tsx';
import { questionsData } from './structured-data.ts';

export const meta: Route.MetaFunction = () => pageMeta(faqPage, [questionsData(faq)]);

export default function FaqPage() {
  return (
    <>
      <PageHero page={faqPage} />
      <section className="container section split" aria-labelledby="questions-title">
        <div className="stack">
          <h2 id="questions-title">Your questions</h2>
          <p>
            Longer answers are in our <a href="/guides">guides</a>.
          </p>
          <p>Not here? Call or message us.</p>
          <p>
            <a href="/contact" className="button button-primary">
              Contact Us
            </a>
          </p>
        </div>
        <div className="stack">
          <QuestionList name="faq" questions={faq} />
          <CostNotice />
        </div>
      </section>
    </>
  );
}
