import { independent } from './conditions.ts';
import { site } from './site.ts';
import type { TitledText } from './types.ts';

export const whoWeAre = [
  `${site.brand} helps private motorists and professional drivers after accidents that were not their fault.`,
  `From our ${site.town} office we arrange recovery, a suitable replacement vehicle and repairs, and gather the evidence the other insurer will ask for. Where you need legal help, an independent regulated law firm provides it.`,
  independent,
];

export const values: TitledText[] = [
  {
    title: 'Customer-Centric',
    text: 'We ask what you need before we suggest anything, and we tell you when another route suits you better.',
  },
  {
    title: 'Unwavering Integrity',
    text: 'We only put forward claims we believe are true, and we expect the same honesty from customers and partners.',
  },
  {
    title: 'Pursuit of Excellence',
    text: 'We record what goes well and badly, act on complaints, and keep improving how we work.',
  },
];
