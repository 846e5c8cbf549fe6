import { site } from '../site.ts';
import type { PageContent } from '../types.ts';

export const contactPage: PageContent = {
  path: '/contact',
  title: 'Contact Us, 24 Hours a Day',
  description: `Call our helpline 24 hours a day, 365 days a year, or reach us by email, WhatsApp, message form or post at our office in ${site.town}, ${site.region}.`,
  heading: 'Contact Us',
  lead: "We're here to help, 24/7.",
};
