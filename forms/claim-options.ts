import type { Option } from './form.ts';

export const yesOrNo: Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export const vehicleTypes: Option[] = [
  { value: 'car', label: 'Car' },
  { value: 'pco', label: 'PCO (licensed private hire)' },
  { value: 'van', label: 'Van' },
  { value: 'motorcycle', label: 'Motorcycle' },
  { value: 'other', label: 'Other' },
];

export const claimTypes: Option[] = [
  { value: 'credit-hire', label: 'Credit hire' },
  { value: 'vehicle-repair', label: 'Vehicle repair' },
  { value: 'personal-injury', label: 'Personal injury' },
  { value: 'other', label: 'Other' },
];
