import { site } from './site.ts';
import { openHours, withinTarget } from './stated-hours.ts';
import type { Question } from './types.ts';

export const homeFaq: Question[] = [
  {
    question: 'Will I have to pay anything?',
    answer:
      "Nothing up front. You hire in your own name, and we claim the charges from the other driver's insurer. You may have to pay if you break the agreement or share the blame.",
  },
  {
    question: 'Where are you?',
    answer: `In ${site.town}. We bring vehicles to you anywhere in ${site.region}.`,
  },
];

export const faq: Question[] = [
  {
    question: 'Can you store my car?',
    answer: 'Yes, under a roof, while you and the insurers decide what becomes of it.',
    more: { to: '/services/vehicle-storage', label: 'How storage works' },
  },
  {
    question: 'How do I reach you?',
    answer: `Call ${site.helpline.display}, ${openHours}, or use the form: then we will contact you ${withinTarget}. If you are in danger, call 999, not us.`,
  },
];
