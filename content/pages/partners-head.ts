import type { PageContent } from '../types.ts';

export const partnersPage: PageContent = {
  path: '/partners',
  title: 'Partners: Garages, Brokers, Operators',
  description:
    'For body shops, brokers, solicitors and taxi operators: look after your customers after a non-fault accident, with clear rules on referral fees.',
  heading: 'Partners: help for your customers after a non-fault accident',
  lead: 'For body shops, brokers, solicitors and taxi operators.',
};
