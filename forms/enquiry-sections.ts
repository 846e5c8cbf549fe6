import * as own from '#content/form-fields.ts';
import type { Option, Section } from './form.ts';
import { withOwn } from './own-fields.ts';

/** What the forms for partners and for messages ask. The build evaluates this file: browsers get what is left of it. */

const businessTypes: Option[] = ['Body shop', 'Broker', 'Solicitor', 'Taxi operator', 'Other'].map((kind) => ({
  value: kind,
  label: kind,
}));

export const specifiedPartner: Section[] = [
  {
    title: 'Your business',
    fields: [
      {
        name: 'companyName',
        label: 'Company name',
        type: 'text',
        required: true,
        autoComplete: 'organization',
        half: true,
      },
      { name: 'contactName', label: 'Contact name', type: 'text', required: true, autoComplete: 'name', half: true },
      {
        name: 'email',
        label: 'Email',
        type: 'email',
        required: true,
        autoComplete: 'email',
        inputMode: 'email',
        half: true,
      },
      {
        name: 'businessType',
        label: 'Business type',
        type: 'select',
        required: true,
        options: businessTypes,
        half: true,
      },
      {
        name: 'referralInfo',
        label: 'About your business',
        type: 'textarea',
        hint: "Tell us about your business. Please do not include any customer's personal details.",
      },
    ],
  },
];

export const specifiedContact: Section[] = [
  {
    title: 'Your message',
    fields: [
      { name: 'name', label: 'Name', type: 'text', required: true, autoComplete: 'name', half: true },
      {
        name: 'email',
        label: 'Email',
        type: 'email',
        required: true,
        autoComplete: 'email',
        inputMode: 'email',
        half: true,
      },
      { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', inputMode: 'tel', half: true },
      { name: 'subject', label: 'Subject', type: 'text', required: true, half: true },
      { name: 'message', label: 'Message', type: 'textarea', required: true },
    ],
  },
];

export const partnerSections = withOwn('partner', specifiedPartner, own);

export const contactSections = withOwn('contact', specifiedContact, own);
