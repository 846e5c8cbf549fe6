import { statedAnswers } from '../stated-counts.ts';
import type { PageContent } from '../types.ts';

export const faqPage: PageContent = {
  path: '/faq',
  title: 'Questions and Answers on Non-Fault Claims',
  description:
    'Plain answers about non-fault accidents: what to do at the scene, how credit hire works, choosing a repairer, write-offs, injuries and time limits.',
  heading: 'Non-fault claims: straight answers',
  lead: `${statedAnswers} people ask us first.`,
};
