import { hoursText, type OpeningHours, shortHoursText, withinText } from './opening-hours.ts';
import { site } from './site.ts';

/**
 * What the pages state of the hours and of the response target in site.ts. The build evaluates this file: browsers get the strings,
 * and nothing that derives them.
 */
const hours = site.openingHours as OpeningHours;

export const isAlwaysOpen = hours === 'always';

/** "24 hours a day, 365 days a year", or "8am to 8pm Monday to Saturday except bank holidays". */
export const openHours = hoursText(hours);

/** "24/7", or "Mon–Sat 8am–8pm". */
export const shortHours = shortHoursText(hours);

/** After "our helpline", in a description that search engines show a line or two of. */
export const hoursInBrief = isAlwaysOpen ? openHours : shortHours.length > 40 ? 'while it is open' : `(${shortHours})`;

export const helplineLabel = isAlwaysOpen ? '24/7 helpline' : `Helpline ${shortHours}`;

/** On a button that has little room. Outside its hours "now" would not be true. */
export const callLabel = isAlwaysOpen ? 'Call 24/7' : 'Call us';

/** The response target of a claim. */
export const withinTarget = withinText(site.claimTargetHours, hours);
