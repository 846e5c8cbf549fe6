import { site } from '#content/site.ts';
import type { Option } from './form.ts';

export const yesOrNo: Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export const vehicleTypes: Option[] = [
  { value: 'car', label: 'Car' },
  { value: 'pco', label: 'PCO, private hire or taxi' },
  { value: 'van', label: 'Van' },
  { value: 'motorcycle', label: 'Motorcycle' },
  { value: 'other', label: 'Other' },
];

export const claimTypes: Option[] = [
  { value: 'credit-hire', label: 'Replacement vehicle (credit hire)' },
  { value: 'vehicle-repair', label: 'Vehicle repair' },
  { value: 'personal-injury', label: 'Personal injury' },
  { value: 'other', label: 'Other' },
];

export const consent = {
  name: 'consent',
  label: `I agree that ${site.brand} may process my personal data to handle my claim and share it with insurers, legal representatives and repairers as needed.`,
  type: 'checkbox',
  required: true,
} as const;
