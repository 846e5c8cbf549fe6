import { Pictogram } from '#app/ui/pictogram.tsx';
import { guides } from '#content/all-guides.ts';
import { coreServices } from '#content/all-services.ts';
import { homeFaq } from '#content/faq.ts';
import { noCostShort } from '#content/no-cost.ts';
import { homePage } from '#content/pages/home-head.ts';
import { site } from '#content/site.ts';
import { statedSteps } from '#content/stated-counts.ts';
import { isAlwaysOpen, openHours } from '#content/stated-hours.ts';
import { steps } from '#content/steps.ts';
import { hasReviews, hasSamples } from '#content/switches.ts';
import { testimonials } from '#content/testimonials.ts';
import { whyChoose } from '#content/why-choose.ts';
import type { Route } from './+types/home-page.ts';
import { CostNotice } from './cost-notice.tsx';
import styles from './home-styles.css?inline';
import { pageMeta } from './page-meta.ts';
import { QuestionList } from './question-list.tsx';
import { ServiceCards } from './service-cards.tsx';
import { businessData } from './structured-data.ts';
import { reviewsTitle, SampleNotice, TestimonialCard } from './testimonial-list.tsx';
import { Words } from './words.tsx';

export const meta: Route.MetaFunction = () => pageMeta(homePage, [businessData()]);

export default function HomePage() {
  return (
    <>
      <style href="home" precedence="app">
        {styles}
      </style>
      <HomeHero />
      <ProcessSteps />
      <section className="section section-surface" aria-labelledby="services-title">
        <div className="container stack">
          <h2 id="services-title">What we can arrange</h2>
          <ServiceCards services={coreServices} />
          <p>
            <a href="/services">See all services</a>
          </p>
          <CostNotice />
        </div>
      </section>
      <WhyChoose />
      <section className="section section-surface" aria-labelledby="faq-title">
        <div className="container split">
          <div className="stack">
            <h2 id="faq-title">First questions</h2>
            <p>
              <a href="/faq">More answers</a>
            </p>
          </div>
          <QuestionList name="home-faq" questions={homeFaq} />
        </div>
        {guides.length > 0 && <GuideLinks />}
      </section>
      {hasReviews && <Reviews />}
    </>
  );
}

/** The hero, drawn as a direction sign with the two calls to action; beside it a sign with the number to call. */
function HomeHero() {
  return (
    <div className="home-hero page-hero">
      <div className="container home-hero-signs">
        <div className="page-hero-posts">
          <div className="sign">
            <p className="home-hero-tagline">
              {isAlwaysOpen && <span className="badge">24/7</span>} Help after a non-fault accident
            </p>
            <h1>
              <Words text={homePage.heading} />
            </h1>
            <div className="home-hero-ways">
              <p className="lead">
                <Words text={homePage.lead} />
              </p>
              <p className="page-hero-actions">
                <a href="/make-a-claim" className="button button-action">
                  Make a Claim
                  <Pictogram name="arrow" className="icon" />
                </a>
                <a href="/services" className="button button-inverse">
                  Our Services
                </a>
              </p>
            </div>
          </div>
          <p className="home-hero-note">{noCostShort}</p>
        </div>
        <div className="page-hero-posts home-hero-call">
          <div className="sign sign-motorway">
            <Pictogram name="phone" className="home-hero-phone" />
            <p>
              Or call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a> {openHours}
            </p>
            <p className="home-hero-roadside">
              Just happened? <a href="/roadside">Start here.</a>
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}

/** The steps, drawn as motorway countdown markers: three bars, two, one, and the exit. */
function ProcessSteps() {
  return (
    <section className="section process-section" aria-labelledby="steps-title">
      <div className="container stack">
        <h2 id="steps-title">{`What happens, in ${statedSteps}`}</h2>
        <ol className="process-steps">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <CountdownMarker bars={Math.min(3, steps.length - 1 - index)} />
              <h3>
                <span className="process-step-number">Step {index + 1}</span> {title}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** A motorway countdown marker with three, two or one bars; with none, the exit arrow. */
function CountdownMarker({ bars }: { bars: number }) {
  return (
    <svg viewBox="0 0 48 64" className="countdown-marker" aria-hidden="true">
      <rect x="1" y="1" width="46" height="62" rx="4" fill="var(--motorway)" stroke="var(--on-sign)" strokeWidth="2" />
      {Array.from({ length: bars }, (_, index) => index).map((bar) => (
        <path key={bar} d={`M11 ${53 - bar * 16}v-8l26-7v8z`} fill="var(--on-sign)" />
      ))}
      {bars === 0 && <path d="M14 50V36c0-7 5-11 11-11V13l14 15-14 15v-9c-3 0-4 1-4 3v13z" fill="var(--action)" />}
    </svg>
  );
}

function GuideLinks() {
  return (
    <nav className="container home-guides stack" aria-labelledby="guides-title">
      <h3 id="guides-title">Longer answers, one question each</h3>
      <ul className="home-guides-list">
        {guides.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function WhyChoose() {
  return (
    <section className="container section" aria-labelledby="why-title">
      <div className="sign sign-motorway split">
        <div className="stack">
          <h2 id="why-title">{whyChoose.title}</h2>
          <p>{whyChoose.lead}</p>
          <p>
            <a href="/about" className="button button-inverse">
              More about us
              <Pictogram name="arrow" className="icon" />
            </a>
          </p>
        </div>
        <ul className="why-choose-list">
          {whyChoose.points.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Reviews() {
  return (
    <section className="section" aria-labelledby="reviews-title">
      <div className="container stack">
        <h2 id="reviews-title">{reviewsTitle}</h2>
        <SampleNotice />
        <ul className="grid-three">
          {testimonials.slice(0, 3).map((testimonial) => (
            <li key={testimonial.name}>
              <TestimonialCard testimonial={testimonial} brief />
            </li>
          ))}
        </ul>
        <p>
          <a href="/reviews">{hasSamples ? 'See the samples' : 'See all reviews'}</a>
        </p>
      </div>
    </section>
  );
}
