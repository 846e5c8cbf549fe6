import type { TitledText } from './types.ts';

export const partnerPitch =
  'We welcome body shops, brokers, solicitors and taxi operators who want dependable help for people after a non-fault accident.';

export const benefits: TitledText[] = [
  {
    title: 'Generous Referral Fees',
    text: 'A competitive, written fee for eligible vehicle replacement, repair and recovery introductions where the law and your regulator allow. We do not pay or accept any fee or benefit for referring injury claims, or for legal work linked to an accident in which someone was hurt. We ask partners to tell customers about any fee.',
  },
  {
    title: 'Enhanced Customer Service',
    text: 'Your customers get one contact, clear paperwork, and honest advice about when our service is not right for them. You can ask for progress updates where the customer agrees.',
  },
  {
    title: 'Dedicated Partner Support',
    text: 'A named contact, a simple referral route and guidance on what may be said to customers. No cold calling and no bought-in leads.',
  },
];
