import { site } from '../site.ts';
import type { PageContent } from '../types.ts';

export const aboutPage: PageContent = {
  path: '/about',
  title: 'About Us: People First, Facts Always',
  description: `An independent accident management company in ${site.town}, ${site.region}. Who we are, what we value and how we help drivers after non-fault accidents.`,
  heading: `About ${site.brand}: people first, facts always`,
  lead: `A ${site.town}-based team helping drivers after accidents they did not cause.`,
};
