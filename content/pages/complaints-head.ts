import type { PageContent } from '../types.ts';

export const complaintsPage: PageContent = {
  path: '/complaints',
  title: 'Complaints Procedure, Privacy and Terms',
  description:
    'How to complain, what we do and by when, and when you can go to the Financial Ombudsman Service. Also our privacy notice and terms in short.',
  heading: 'Complaints: if we get it wrong, tell us',
  lead: 'What happens, and when.',
};
