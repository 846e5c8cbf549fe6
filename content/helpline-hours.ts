import { hoursData, type OpeningHours } from './opening-hours.ts';
import { site } from './site.ts';

/** The hours in site.ts for search engines, which are told on /contact alone. Evaluated by the build, as stated-hours.ts is. */
export const helplineHours = hoursData(site.openingHours as OpeningHours);
