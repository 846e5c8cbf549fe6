import { partnerSections } from './enquiry-sections.ts';
import type { FormDefinition } from './form.ts';

export const partner: FormDefinition = {
  name: 'Partners Inquiry',
  slug: 'partner',
  path: '/partners',
  submitLabel: 'Become a Partner',
  busyLabel: 'Submitting...',
  isClaim: false,
  responseTargetHours: null,
  subjectOf: (data) => data.companyName ?? '',
  sections: partnerSections,
};
