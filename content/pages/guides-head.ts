import type { PageContent } from '../types.ts';

export const guidesPage: PageContent = {
  path: '/guides',
  title: 'Guides to Non-Fault Accidents',
  description:
    'Guides for drivers who were not at fault: who is to blame, getting your excess back, how long it takes, replacement cars, low offers and premiums.',
  heading: 'Guides after a non-fault accident',
  lead: 'One question each: the answer first, then why, with the sources, and when each was last checked and by whom.',
};
