import { site } from '../site.ts';
import { shortHours } from '../stated-hours.ts';
import type { PageContent } from '../types.ts';

export const homePage: PageContent = {
  path: '/',
  title: `Hit by Another Driver in ${site.town}?`,
  description: `A family firm for drivers in ${site.region} after an accident that was not their fault: vehicles, repairs and dry storage, with the terms said first.`,
  heading: 'Hit by someone else? Ring the family.',
  lead: `Vehicles, repairs and storage around ${site.town}. We answer ${shortHours}.`,
};
