import { closedDays } from './closed-days.ts';
import type { OpeningHours } from './opening-hours.ts';
import { site } from './site.ts';

const hours = site.openingHours as OpeningHours;

/** When staff answer and call: the opening hours without the closed days. Every promised time, reminder and next step is in them. */
export const callingHours: OpeningHours = hours === 'always' ? hours : { ...hours, closedDays };
