import type { FormDefinition, Option } from './form.ts';

const businessTypes: Option[] = ['Body shop', 'Broker', 'Solicitor', 'Taxi operator', 'Other'].map((kind) => ({
  value: kind,
  label: kind,
}));

export const partner: FormDefinition = {
  name: 'Partners Inquiry',
  slug: 'partner',
  path: '/partners',
  submitLabel: 'Become a Partner',
  busyLabel: 'Submitting...',
  isClaim: false,
  responseTargetHours: null,
  subjectOf: (data) => data.companyName ?? '',
  sections: [
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
  ],
};
