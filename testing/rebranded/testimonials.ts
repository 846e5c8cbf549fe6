import type { Testimonial } from './types.ts';

export const asksEveryCustomer: boolean = false;

export const testimonials: Testimonial[] = [
  {
    name: 'Priya N.',
    location: 'Leeds',
    rating: 4,
    comment: 'They rang when they said they would, and the van was clean.',
    imageDescription: 'A drawing of a van',
    sample: false,
  },
];
