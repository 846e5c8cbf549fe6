import { callingHours } from './calling-hours.ts';
import { hoursData } from './opening-hours.ts';

/** The hours in site.ts and the closed days, for search engines, which are told on /contact alone. Evaluated by the build, as stated-hours.ts is. */
export const helplineHours = hoursData(callingHours);
