import type { TitledText } from './types.ts';

export const partnerPitch =
  "We arrange recovery, and a vehicle and repairs on credit. The charges are in your customer's name. We claim them from the other driver's insurer. Your customer may have to pay if they share the blame, break the agreement, or the insurer pays only part.";

export const benefits: TitledText[] = [
  {
    title: 'Generous Referral Fees',
    text: 'A fee agreed in writing for introducing a vehicle replacement, repair or recovery customer, where the law and your regulator allow it. We neither pay nor accept a fee for an injury claim or for any legal work. Where anyone was hurt, we pay and accept no fee for introducing that customer, for hire or repair either. Partners must tell customers about any fee.',
  },
  {
    title: 'Enhanced Customer Service',
    text: 'Your customers have one contact here, and see the terms before they sign. We tell them when our service is not right for them. You hear how the claim goes if they agree.',
  },
  {
    title: 'Dedicated Partner Support',
    text: 'You have a named contact, and guidance on what may be said to customers. We make no cold calls and buy no leads.',
  },
];
