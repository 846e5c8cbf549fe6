import { reviewsPage } from '#content/pages/reviews-head.ts';
import { hasReviews, hasSamples } from '#content/switches.ts';
import { testimonials } from '#content/testimonials.ts';
import type { Route } from './+types/reviews-page.ts';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import styles from './reviews-styles.css?inline';
import { SampleNotice, TestimonialCard } from './testimonial-list.tsx';

export const meta: Route.MetaFunction = () => [
  ...pageMeta(reviewsPage),
  ...(hasReviews && !hasSamples ? [] : [{ name: 'robots', content: 'noindex' }]),
];

export default function ReviewsPage() {
  return (
    <>
      <style href="reviews" precedence="app">
        {styles}
      </style>
      <PageHero page={reviewsPage} />
      {hasReviews ? <Reviews /> : <NoneYet />}
    </>
  );
}

function Reviews() {
  return (
    <section className="container section stack" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{hasSamples ? 'Samples' : 'In their words'}</h2>
      <SampleNotice />
      <ul className="grid-three">
        {testimonials.map((testimonial) => (
          <li key={testimonial.name}>
            <TestimonialCard testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoneYet() {
  return (
    <section className="container section stack" aria-labelledby="reviews-title">
      <h2 id="reviews-title">None yet</h2>
      <p>
        Have we helped you? <a href="/contact">Tell us what it was like.</a>
      </p>
    </section>
  );
}
