import { independent } from './conditions.ts';
import { site } from './site.ts';
import { hasLegalRepresentatives } from './switches.ts';
import type { TitledText } from './types.ts';

export const whoWeAre = [
  `${site.brand} helps private motorists and professional drivers after accidents that were not their fault.`,
  `From our ${site.town} office we arrange recovery, a replacement vehicle and repairs. We gather the evidence that the other insurer will ask for.`,
  `We do not insure anyone, and we do not decide who was to blame.${hasLegalRepresentatives ? ' Where you need legal help, an independent regulated law firm provides it.' : ''}`,
  independent,
];

export const values: TitledText[] = [
  {
    title: 'Customer-Centric',
    text: 'We ask what you need before we suggest anything. If a courtesy car or your own policy would do, we say so.',
  },
  {
    title: 'Unwavering Integrity',
    text: 'We put forward only claims that we believe are true. We tell you what you could owe before you sign.',
  },
  {
    title: 'Pursuit of Excellence',
    text: 'We answer complaints in writing, by the dates in our complaints procedure. We write down what went wrong, and act on it.',
  },
];
