import { registerOf } from './company-register.ts';
import { serviceNames } from './service-names.ts';
import { site } from './site.ts';
import { isOn } from './site-changes.ts';
import { testimonials } from './testimonials.ts';
import type { SocialProfile } from './types.ts';

/** What site.ts, testimonials.ts and the files in services/ switch on and off. The build evaluates this file, and leaves out of the pages what is off. */
const profiles: readonly SocialProfile[] = site.social;

export const socialNames = profiles.map(({ name }) => name);

/** In the same order. */
export const socialAddresses = profiles.map(({ href }) => href);

export const hasSocialProfiles = profiles.length > 0;

export const hasSocialLinks = socialAddresses.some((href) => href !== null);

/** Longer than what a phone's header has in two lines of its usual size. */
export const hasLongBrand = site.brand.length > 20;

/** England and Wales, for most. */
const registeredIn = registerOf(site.companyNumber);

const vatNumber: string | null = site.vatNumber;

/** What the law requires a company to say on its site and in its e-mails, after its name. */
export const registration = `registered in ${registeredIn}, company number ${site.companyNumber}${vatNumber === null ? '' : `, VAT number ${vatNumber}`}`;

export const hasNewsletter = (site.newsletter as 'placeholder' | 'off') !== 'off';

const places: readonly string[] = [site.region, ...site.areaServed];

/** Whether drivers there have a licence of Transport for London, who call themselves PCO drivers. */
export const isInLondon = places.some((name) => /\bLondon\b/.test(name));

/** By the services that the firm describes. */
const isShown = (name: string) => serviceNames.includes(name) && isOn(`/services/${name}`);

export const offersInjuryHelp = isShown('personal-injury');

/** Whether claims may go to law firms. */
export const hasLegalRepresentatives = offersInjuryHelp || isShown('legal-support');

/** Without any, the home page has no section of them, and /reviews says that there are none yet. */
export const hasReviews = testimonials.length > 0;

/** While this holds, the headings above reviews say so, and search engines are told to leave /reviews out. */
export const hasSamples = testimonials.some(({ sample }) => sample);
