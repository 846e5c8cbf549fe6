import type { TitledText } from './types.ts';

export const steps: TitledText[] = [
  { title: 'We listen', text: 'Tell us what happened, by phone or form, and what you need first.' },
  { title: 'You are moving again', text: 'We arrange a vehicle or a repair, and explain each paper before you sign it.' },
  {
    title: 'The bill is settled',
    text: "We send the costs and the evidence to the other driver's insurer, and tell you the outcome.",
  },
];
