import { statedTestimonials } from '../stated-counts.ts';
import type { PageContent } from '../types.ts';

export const reviewsPage: PageContent = {
  path: '/reviews',
  title: 'Customer Reviews',
  description:
    'Where reviews from our customers will appear. The cards shown today are labelled samples that demonstrate the layout and are not genuine reviews.',
  heading: 'How reviews will look here',
  lead: `${statedTestimonials}, so that you can see the layout. No customer wrote them.`,
};
