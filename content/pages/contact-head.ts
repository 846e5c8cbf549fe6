import { site } from '../site.ts';
import { isAlwaysOpen, openHours, shortHours } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

export const contactPage: PageContent = {
  path: '/contact',
  title: isAlwaysOpen ? 'Contact Us, 24 Hours a Day' : 'Contact Us',
  description: `Call our helpline ${isAlwaysOpen ? openHours : shortHours}, or reach us by email, WhatsApp, message form or post at our office in ${site.town}, ${site.region}.`,
  heading: 'Contact Us',
  lead: `We're here to help, ${shortHours}.`,
};
