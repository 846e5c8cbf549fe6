import { independent } from './conditions.ts';
import { site } from './site.ts';
import type { TitledText } from './types.ts';

export const whoWeAre = [`${site.brand} has a yard in ${site.town}, and two daughters who answer the phone.`, independent];

export const values: TitledText[] = [
  { title: 'Plain talk', text: 'We say what a thing costs, and who may have to pay for it.' },
  { title: 'Kept promises', text: 'We ring back when we said, also when there is nothing new.' },
];
