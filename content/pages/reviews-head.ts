import { statedTestimonials } from '../stated-counts.ts';
import { hasReviews, hasSamples } from '../switches.ts';
import { asksEveryCustomer } from '../testimonials.ts';
import type { PageContent } from '../types.ts';

/** Where a firm shows only what it likes, or asks only some, the law calls it misleading: so it says this only where it is done. */
const howCollected = asksEveryCustomer
  ? ' We ask every customer. We publish all that they write, good or bad, unless it is unlawful.'
  : '';

export const reviewsPage: PageContent = hasSamples
  ? {
      path: '/reviews',
      title: 'Customer Reviews',
      description:
        'Where reviews from our customers will appear. The cards shown today are labelled samples that demonstrate the layout and are not genuine reviews.',
      heading: 'How reviews will look here',
      lead: `${statedTestimonials}, so that you can see the layout. No customer wrote them.`,
    }
  : {
      path: '/reviews',
      title: 'Customer Reviews',
      description:
        'What customers say about the help that they had from us after an accident that was not their fault, each in their own words.',
      heading: hasReviews ? 'What customers say' : 'Customer reviews',
      lead: `${hasReviews ? 'Each was written by a customer of ours.' : 'There are none yet.'}${howCollected}`,
    };
