import { site } from '#content/site.ts';
import { consent, pageLanguages } from './claim-options.ts';
import type { FormDefinition } from './form.ts';

/** The form for the start of a claim: what somebody can answer at the roadside, at night, with one hand. */
export const roadside = {
  name: 'Roadside Start',
  slug: 'roadside',
  path: '/roadside',
  submitLabel: 'Ask for a call back',
  busyLabel: 'Sending...',
  isClaim: true,
  continuedBy: 'Make a Claim',
  responseTargetHours: site.claimTargetHours,
  ownTargetMinutes: site.roadsideTargetMinutes,
  subjectOf: (data) => data.name ?? '',
  sections: [
    {
      title: 'Call me back',
      fields: [
        { name: 'name', label: 'Your name', type: 'text', required: true, autoComplete: 'name', autoCapitalize: 'words' },
        { name: 'phone', label: 'Your phone number', type: 'tel', required: true, autoComplete: 'tel', inputMode: 'tel' },
        {
          name: 'locationOfAccident',
          label: 'Where did it happen?',
          type: 'text',
          required: true,
          hint: 'Road, town, a landmark or a junction number.',
        },
        {
          name: 'descriptionOfAccident',
          label: 'What happened?',
          type: 'textarea',
          rows: 2,
          hint: 'A line is enough.',
        },
        {
          name: 'language',
          label: 'Language of the page',
          type: 'select',
          hidden: true,
          options: pageLanguages,
          defaultValue: 'en',
        },
      ],
    },
  ],
  consent,
} as const satisfies FormDefinition;
