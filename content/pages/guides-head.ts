import type { PageContent } from '../types.ts';

export const guidesPage: PageContent = {
  path: '/guides',
  title: 'Guides to Non-Fault Accidents',
  description:
    'Short guides for drivers after an accident that was not their fault: replacement cars, uninsured drivers, low offers, PCO vehicles and premiums.',
  heading: 'Guides after a non-fault accident',
  lead: 'One question each: the answer first, then why, with the sources, and when each was last checked and by whom.',
};
