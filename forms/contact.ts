import { contactSections } from './enquiry-sections.ts';
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
  sections: contactSections,
};
