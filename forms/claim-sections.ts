import * as own from '#content/form-fields.ts';
import { additionalFields, claimTypes, serviceBoxes, vehicleTypes, yesOrNo } from './claim-options.ts';
import type { Section } from './form.ts';
import { withOwn } from './own-fields.ts';

/** What the claim form asks. The build evaluates this file: browsers get what is left of it. */
export const specifiedClaim = [
  {
    title: 'Personal Information',
    fields: [
      {
        name: 'firstName',
        label: 'First name',
        type: 'text',
        required: true,
        autoComplete: 'given-name',
        autoCapitalize: 'words',
        half: true,
        hint: 'As on your driving licence.',
      },
      {
        name: 'lastName',
        label: 'Last name',
        type: 'text',
        required: true,
        autoComplete: 'family-name',
        autoCapitalize: 'words',
        half: true,
        hint: 'As on your driving licence.',
      },
      {
        name: 'email',
        label: 'Email',
        type: 'email',
        required: true,
        autoComplete: 'email',
        inputMode: 'email',
        half: true,
        hint: 'So that we can write to you.',
      },
      {
        name: 'phone',
        label: 'Phone',
        type: 'tel',
        required: true,
        autoComplete: 'tel',
        inputMode: 'tel',
        half: true,
        hint: 'UK or international, for example 07700 900123.',
      },
      {
        name: 'address',
        label: 'Address',
        type: 'textarea',
        rows: 3,
        required: true,
        autoComplete: 'street-address',
        hint: 'Where you live.',
      },
      {
        name: 'postcode',
        label: 'Postcode',
        type: 'text',
        required: true,
        autoComplete: 'postal-code',
        autoCapitalize: 'characters',
        half: true,
      },
    ],
  },
  {
    title: 'Accident Details',
    fields: [
      { name: 'dateOfAccident', label: 'Date of accident', type: 'date', required: true, half: true },
      { name: 'timeOfAccident', label: 'Time of accident', type: 'time', half: true, hint: 'An estimate is fine.' },
      {
        name: 'locationOfAccident',
        label: 'Location',
        type: 'text',
        required: true,
        hint: 'Road, town, or a landmark.',
      },
      {
        name: 'descriptionOfAccident',
        label: 'What happened?',
        type: 'textarea',
        required: true,
        hint: 'Tell us what you saw. Leave out bank details.',
      },
      {
        name: 'reportedToPolice',
        label: 'Reported to the police?',
        type: 'radio',
        defaultValue: 'no',
        options: yesOrNo,
        hint: 'Add any reference under Additional Information.',
      },
    ],
  },
  {
    title: 'Vehicle Information',
    fields: [
      { name: 'vehicleMake', label: 'Make', type: 'text', required: true, half: true, hint: 'For example Toyota.' },
      { name: 'vehicleModel', label: 'Model', type: 'text', required: true, half: true, hint: 'For example Prius.' },
      {
        name: 'vehicleYear',
        label: 'Year',
        type: 'number',
        required: true,
        inputMode: 'numeric',
        half: true,
        hint: 'Four digits, for example 2021.',
      },
      {
        name: 'vehicleReg',
        label: 'Registration',
        type: 'text',
        required: true,
        autoComplete: 'off',
        autoCapitalize: 'characters',
        half: true,
        hint: 'As on the number plate.',
      },
      {
        name: 'vehicleType',
        label: 'Vehicle type',
        type: 'select',
        required: true,
        options: vehicleTypes,
      },
    ],
  },
  {
    title: 'Insurance Details',
    fields: [
      {
        name: 'insuranceCompany',
        label: 'Your insurance company',
        type: 'text',
        required: true,
        half: true,
        hint: 'The name on your certificate.',
      },
      {
        name: 'policyNumber',
        label: 'Policy number',
        type: 'text',
        autoComplete: 'off',
        half: true,
      },
    ],
  },
  {
    title: 'Services Required',
    fields: [
      {
        name: 'claimType',
        label: 'What do you need most?',
        type: 'select',
        required: true,
        options: claimTypes,
      },
      ...serviceBoxes,
    ],
  },
  {
    title: 'Additional Information',
    fields: additionalFields,
  },
] as const satisfies Section[];

export const claimSections = withOwn('claim', specifiedClaim, own);

/**
 * The names of this form's fields, without those of the owner's. Code that reads an answer by its name uses them, so that it fails to
 * compile where a field is renamed.
 */
export type ClaimField = (typeof specifiedClaim)[number]['fields'][number]['name'];
