import type { OwnField, OwnOption, OwnSection, OwnService } from '#forms/own-fields.ts';

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export const fields: OwnField[] = [
  {
    form: 'claim',
    section: 'Accident Details',
    after: 'descriptionOfAccident',
    name: 'dashcam',
    label: 'Do you have dashcam footage?',
    type: 'radio',
    options: yesOrNo,
  },
  {
    form: 'claim',
    section: 'Accident Details',
    after: 'dashcam',
    name: 'dashcamOwner',
    label: 'Whose dashcam is it?',
    type: 'text',
    hint: 'Yours, or the name of who has it.',
  },
  {
    form: 'partner',
    section: 'Your business',
    after: 'businessType',
    name: 'yardSpaces',
    label: 'How many cars fit in your yard?',
    type: 'number',
    inputMode: 'numeric',
    required: true,
    half: true,
  },
  { form: 'contact', section: 'Your message', name: 'callBefore', label: 'Until when may we ring?', type: 'time', half: true },
];

export const sections: OwnSection[] = [
  {
    form: 'claim',
    title: 'Your work',
    after: 'Insurance Details',
    fields: [
      { name: 'operator', label: 'Who do you drive for?', type: 'text', autoComplete: 'organization' },
      {
        name: 'takings',
        label: 'How are you paid?',
        type: 'select',
        required: true,
        options: [
          { value: 'by-job', label: 'By the job' },
          { value: 'wages', label: 'Wages' },
        ],
      },
    ],
  },
];

export const options: OwnOption[] = [
  { form: 'claim', field: 'vehicleType', value: 'lorry', label: 'Lorry' },
  { form: 'claim', field: 'reportedToPolice', value: 'not-sure', label: 'Not sure' },
  { form: 'partner', field: 'businessType', value: 'storage-yard', label: 'Storage yard' },
];

export const services: OwnService[] = [
  { service: 'vehicle-storage', claimType: 'Vehicle storage', checkbox: 'Vehicle storage' },
  { service: 'replacement-vehicles', claimType: 'A car while yours is off the road', checkbox: 'Replacement vehicle' },
];
