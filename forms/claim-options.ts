import { services } from '#content/form-fields.ts';
import { foundUs } from '#content/found-us.ts';
import { languages } from '#content/roadside/languages.ts';
import { serviceNames } from '#content/service-names.ts';
import { site } from '#content/site.ts';
import { isInLondon } from '#content/switches.ts';
import type { Option } from './form.ts';

/** What the forms of a claim offer. The build evaluates this file: browsers get what is left of it. */

export const yesOrNo: Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** The languages of the roadside page. */
export const pageLanguages: Option[] = languages.map(({ code, englishName }) => ({ value: code, label: englishName }));

export const vehicleTypes: Option[] = [
  { value: 'car', label: 'Car' },
  { value: 'pco', label: isInLondon ? 'PCO, private hire or taxi' : 'Private hire or taxi' },
  { value: 'van', label: 'Van' },
  { value: 'motorcycle', label: 'Motorcycle' },
  { value: 'other', label: 'Other' },
];

/** The types of claim, each with the service that describes it. One without its file in content/services is not offered. */
const typesByService = [
  { service: 'credit-hire', value: 'credit-hire', label: 'Replacement vehicle (credit hire)' },
  { service: 'vehicle-repair', value: 'vehicle-repair', label: 'Vehicle repair' },
  { service: 'personal-injury', value: 'personal-injury', label: 'An injury (the official service)' },
];
const boxesByService = [
  { service: 'credit-hire', name: 'serviceReplacement', label: 'Replacement vehicle', type: 'checkbox' },
  { service: 'vehicle-repair', name: 'serviceRepair', label: 'Vehicle repair', type: 'checkbox' },
  { service: 'legal-support', name: 'serviceLegal', label: 'Legal support', type: 'checkbox' },
] as const;

/** Services that the form asks nothing about: their visitors choose Other. */
const chosenAsOther = ['pco-phv-taxi-claims', 'loss-of-earnings', 'vehicle-recovery', 'emergency-response'];

const isOffered = ({ service }: { service: string }) => serviceNames.includes(service);

export const claimTypes: Option[] = [
  ...typesByService.filter(isOffered).map(({ value, label }) => ({ value, label })),
  { value: 'other', label: 'Other' },
];

export const serviceBoxes = boxesByService.filter(isOffered).map(({ service: _, ...box }) => box);

const foundUsFields = foundUs.isAsked
  ? ([{ name: 'foundUs', label: foundUs.label, type: 'select', options: foundUs.options }] as const)
  : [];

export const additionalFields = [
  {
    name: 'additionalInfo',
    label: 'Additional information',
    type: 'textarea',
    hint: "The other driver's name, registration and insurer, witnesses, best time to call. If someone was hurt, just say so.",
  },
  ...foundUsFields,
] as const;

/** Types of claim and services that are not offered, and the file that is missing for each. */
export const notOffered = [...typesByService, ...boxesByService]
  .filter((offer) => !isOffered(offer))
  .map(({ label, service }) => ({ label, file: `content/services/${service}.md` }));

/** Services that a business has added and that the form does not offer. */
export const notAsked = serviceNames.filter(
  (name) =>
    !chosenAsOther.includes(name) && ![...typesByService, ...boxesByService, ...services].some(({ service }) => service === name),
);

/** By the files: browsers have this text from the build, also while a service is switched off. */
export const hasLegalRepresentatives = ['personal-injury', 'legal-support'].some((name) => serviceNames.includes(name));

export const consent = {
  name: 'consent',
  label: `I agree that ${site.brand} may process my personal data to handle my claim and share it with insurers${hasLegalRepresentatives ? ', legal representatives' : ''} and repairers as needed.`,
  type: 'checkbox',
  required: true,
} as const;
