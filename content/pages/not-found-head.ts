import { hoursInBrief, isAlwaysOpen } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

export const notFoundPage: PageContent = {
  path: '*',
  title: 'Page Not Found',
  description: `There is no page at this address. Go back to the homepage, or call our helpline${isAlwaysOpen ? `, open ${hoursInBrief},` : ` ${hoursInBrief}`} if you need help now.`,
  heading: 'Page Not Found',
  lead: 'Check the address or start again.',
};
