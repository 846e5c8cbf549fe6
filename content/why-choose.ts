import { site } from './site.ts';
import { isAlwaysOpen, openHours } from './stated-hours.ts';
import type { TitledText } from './types.ts';

/** Each line is a promise: the owner confirms it before launch. */
export const whyChoose: { title: string; lead: string; points: TitledText[] } = {
  title: `Why Choose ${site.brand}?`,
  lead: 'You can claim without us. We say so when another route suits you better.',
  points: [
    { title: isAlwaysOpen ? 'Someone to call, day and night' : 'Someone to call', text: `The helpline is open ${openHours}.` },
    {
      title: 'Terms before you sign',
      text: 'We show you what you could owe, and who pays a shortfall.',
    },
    {
      title: 'Drive for a living?',
      text: 'We ask about your licence, operator and earnings on the first call.',
    },
    {
      title: 'All three options explained',
      text: 'Your own policy, the other driver’s insurer or us: we say what each would mean for you.',
    },
  ],
};
