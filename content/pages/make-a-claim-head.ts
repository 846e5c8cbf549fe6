import { site } from '../site.ts';
import { isAlwaysOpen, withinTarget } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

export const makeAClaimPage: PageContent = {
  path: '/make-a-claim',
  title: 'Make a Claim Online',
  description: `Tell us about your accident online. We will contact you ${withinTarget} to discuss your claim${isAlwaysOpen ? ' and explain your options' : ''}. No obligation.`,
  heading: 'Make a claim: tell us what happened',
  lead: `This goes to ${site.brand}, an accident management company. It does not report the accident to any insurer: do that too. Have your registration and insurer's name ready.`,
};
