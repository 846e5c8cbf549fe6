import type { FormDefinition } from './form.ts';

export const contact: FormDefinition = {
  name: 'Contact Us',
  slug: 'contact',
  path: '/contact',
  submitLabel: 'Send Message',
  busyLabel: 'Sending...',
  isClaim: false,
  responseTargetHours: null,
  subjectOf: (data) => data.subject ?? '',
  sections: [
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
  ],
};
