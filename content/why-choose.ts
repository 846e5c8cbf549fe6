import { site } from './site.ts';
import type { TitledText } from './types.ts';

/** Each line is a promise: the owner confirms it before launch. */
export const whyChoose: { title: string; lead: string; points: TitledText[] } = {
  title: `Why Choose ${site.brand}?`,
  lead: 'A crash is a bad day. The days after it should not be worse. We keep the next step clear, and we say so when another route suits you better.',
  points: [
    { title: 'A person answers', text: `The helpline is open ${site.hours}.` },
    {
      title: 'Terms before you sign',
      text: 'We explain the agreement, what you could owe and your right to cancel, before anything starts.',
    },
    {
      title: 'Drivers who live by driving',
      text: 'PCO, private hire and taxi drivers get questions about licensing and income from the first call.',
    },
    { title: 'Straight about the options', text: 'Your own policy, the other driver’s insurer or us: we set out all three.' },
  ],
};
