import { statedServices, statedSubjects } from '../stated-counts.ts';
import type { PageContent } from '../types.ts';

export const servicesPage: PageContent = {
  path: '/services',
  title: 'Our Services After a Non-Fault Accident',
  description: `Services for drivers after a non-fault accident: ${statedSubjects}.`,
  heading: 'Our services after a non-fault accident',
  lead: `${statedServices} we can help. Use one or several.`,
};
