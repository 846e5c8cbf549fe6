import { Accordion } from '#app/ui/accordion.tsx';
import { PageLink } from '#app/ui/page-link.tsx';
import { homeFaq } from '#content/faq.ts';
import { noCostFull } from '#content/no-cost.ts';
import { homePage } from '#content/pages/home.ts';
import { coreServices } from '#content/services.ts';
import { testimonials } from '#content/testimonials.ts';
import type { Route } from './+types/home-page.ts';
import { HomeHero } from './home-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { ProcessSteps } from './process-steps.tsx';
import { SampleNotice } from './sample-notice.tsx';
import { ServiceCards } from './service-cards.tsx';
import { businessData, questionsData } from './structured-data.ts';
import { TestimonialCard } from './testimonial-card.tsx';
import { WhyChoose } from './why-choose.tsx';

export const meta: Route.MetaFunction = () => pageMeta(homePage, [businessData(), questionsData(homeFaq)]);

export default function HomePage() {
  return (
    <>
      <HomeHero />
      <ProcessSteps />
      <section className="band band-surface" aria-labelledby="services-title">
        <div className="rail stack">
          <h2 id="services-title">What we can arrange</h2>
          <ServiceCards services={coreServices} />
          <p>
            <PageLink to="/services">See all services</PageLink>
          </p>
          <p className="notice-small">{noCostFull}</p>
        </div>
      </section>
      <WhyChoose />
      <section className="band band-surface" aria-labelledby="faq-title">
        <div className="rail split">
          <div className="stack">
            <h2 id="faq-title">Questions people ask us first</h2>
            <p>
              More answers are on <PageLink to="/faq">the FAQ page</PageLink>.
            </p>
          </div>
          <Accordion
            name="home-faq"
            items={homeFaq.map(({ question, answer }) => ({ title: question, body: <p>{answer}</p> }))}
          />
        </div>
      </section>
      <section className="band" aria-labelledby="reviews-title">
        <div className="rail stack">
          <h2 id="reviews-title">What customers say</h2>
          <SampleNotice />
          <ul className="cards-three">
            {testimonials.slice(0, 3).map((testimonial) => (
              <li key={testimonial.name}>
                <TestimonialCard testimonial={testimonial} brief />
              </li>
            ))}
          </ul>
          <p>
            <PageLink to="/reviews">See all reviews</PageLink>
          </p>
        </div>
      </section>
    </>
  );
}
