import type { PageContent } from '../types.ts';

export const reviewsPage: PageContent = {
  path: '/reviews',
  title: 'What Customers Said',
  description:
    'Words of customers who said that we may print them, each with the town where they live, and each with a letter in our files that says so.',
  heading: 'What customers said',
  lead: 'Only what we were sent, and only with leave.',
};
