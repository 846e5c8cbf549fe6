import type { Testimonial } from './types.ts';

/** Set it once you ask every customer for a review, and publish all that they write: the page of reviews then says so. */
export const asksEveryCustomer: boolean = false;

const imageDescription = 'Illustrated placeholder avatar, not a customer';

export const testimonials: Testimonial[] = [
  {
    name: 'Sample A.',
    location: 'Barking',
    rating: 5,
    comment: '[Sample] They explained each step in words I could follow.',
    imageDescription,
    sample: true,
  },
  {
    name: 'Sample B.',
    location: 'Ilford',
    rating: 5,
    comment: '[Sample] I knew who to call and they rang back when they said.',
    imageDescription,
    sample: true,
  },
  {
    name: 'Sample C.',
    location: 'Luton',
    rating: 5,
    comment: '[Sample] Clear about what I was signing, which I appreciated.',
    imageDescription,
    sample: true,
  },
  {
    name: 'Sample D.',
    location: 'Birmingham',
    rating: 5,
    comment: '[Sample] The document list for self-employed drivers was useful.',
    imageDescription,
    sample: true,
  },
  {
    name: 'Sample E.',
    location: 'Leicester',
    rating: 5,
    comment: '[Sample] The garage kept me informed from start to finish.',
    imageDescription,
    sample: true,
  },
  {
    name: 'Sample F.',
    location: 'Croydon',
    rating: 5,
    comment: '[Sample] Polite, patient and honest about the options.',
    imageDescription,
    sample: true,
  },
];
