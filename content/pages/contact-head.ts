import { site } from '../site.ts';
import { hoursInBrief, isAlwaysOpen, shortHours } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

const descriptionWith = (place: string) =>
  `Call our helpline ${hoursInBrief}, or reach us by email, WhatsApp, message form or post at our office in ${place}.`;
const whole = descriptionWith(`${site.town}, ${site.region}`);
/** Search engines show 155 characters. */
const description = whole.length > 155 ? descriptionWith(site.town) : whole;

export const contactPage: PageContent = {
  path: '/contact',
  title: isAlwaysOpen ? 'Contact Us, 24 Hours a Day' : 'Contact Us',
  description,
  heading: 'Contact Us',
  lead: `We're here to help, ${shortHours}.`,
};
