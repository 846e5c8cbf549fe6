import type { TitledText } from './types.ts';

export const partnerPitch =
  'We welcome body shops, brokers, solicitors and taxi operators who want dependable help for people after a non-fault accident.';

export const benefits: TitledText[] = [
  {
    title: 'Generous Referral Fees',
    text: 'A fee agreed in writing for introducing a vehicle replacement, repair or recovery customer, where the law and your regulator allow it. We neither pay nor accept a fee for an injury claim or for any legal work. Where anyone was hurt, we pay and accept no fee for introducing that customer, for hire or repair either. Partners must tell customers about any fee.',
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
