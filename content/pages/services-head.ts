import { statedServices } from '../stated-counts.ts';
import type { PageContent } from '../types.ts';

export const servicesPage: PageContent = {
  path: '/services',
  title: 'Our Services After a Non-Fault Accident',
  description:
    'Services for drivers after a non-fault accident: credit hire, repairs, recovery, help for licensed drivers, evidence and legal introductions.',
  heading: 'Our services after a non-fault accident',
  lead: `${statedServices} we can help. Use one or several.`,
};
