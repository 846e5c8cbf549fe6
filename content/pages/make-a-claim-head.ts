import type { PageContent } from '../types.ts';

export const makeAClaimPage: PageContent = {
  path: '/make-a-claim',
  title: 'Make a Claim Online',
  description:
    'Tell us about your accident online. We will contact you within 24 hours to discuss your claim and explain your options. No obligation.',
  heading: 'Make a claim: tell us what happened',
  lead: "Have your registration and insurer's name ready. You can leave optional questions blank.",
};
