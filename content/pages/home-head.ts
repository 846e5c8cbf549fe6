import { isAlwaysOpen, shortHours } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

export const homePage: PageContent = {
  path: '/',
  title: 'Not at Fault? Help After a Car Accident',
  description: `Help after a non-fault accident${isAlwaysOpen ? ', 24/7' : ''}: a replacement vehicle on credit, repairs and recovery, with your options and terms explained first.`,
  heading: "Not your fault? Let's get you moving again.",
  lead: `Replacement vehicle, repairs and recovery, with one team to call${isAlwaysOpen ? '' : `, ${shortHours}`}. We are an accident management company, not an insurer.`,
};
