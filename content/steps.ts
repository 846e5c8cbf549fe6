import type { TitledText } from './types.ts';

export const steps: TitledText[] = [
  {
    title: 'Free Consultation',
    text: 'Tell us what happened, by phone or form. We explain your options, including ones that do not involve us. No obligation.',
  },
  {
    title: 'Replacement Vehicle',
    text: 'If you need a vehicle and credit hire suits you, we arrange a similar one on credit and explain the agreement before you sign.',
  },
  {
    title: 'Approved Repairs',
    text: 'An engineer inspects the damage. Repairs are done at a garage we have checked, or one you choose, and we keep you updated. If it is beyond repair, we help you prove to the other driver’s insurer what it was worth.',
  },
  {
    title: 'Claim Conclusion',
    text: "We send the costs and evidence to the other driver's insurer, answer their questions, and tell you the outcome in writing.",
  },
];
