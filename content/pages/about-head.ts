import { site } from '../site.ts';
import type { PageContent } from '../types.ts';

const place = `${site.town}, ${site.region}`;
/** Search engines show 155 characters. */
const more = place.length > 31 ? 'How we help' : 'Who we are, what we value and how we help';

export const aboutPage: PageContent = {
  path: '/about',
  title: 'About Us: An Accident Management Company',
  description: `An independent accident management company in ${place}. ${more} drivers after non-fault accidents.`,
  heading: `About ${site.brand}: an accident management company`,
  lead: `We are not an insurer or a law firm. Our team in ${site.town} helps drivers after accidents they did not cause.`,
};
