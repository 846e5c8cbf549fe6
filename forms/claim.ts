import { site } from '#content/site.ts';
import { withinTarget } from '#content/stated-hours.ts';
import { consent } from './claim-options.ts';
import { claimSections } from './claim-sections.ts';
import type { FormDefinition } from './form.ts';

export const claim = {
  name: 'Make a Claim',
  slug: 'claim',
  path: '/make-a-claim',
  submitLabel: 'Submit Claim',
  busyLabel: 'Submitting...',
  isClaim: true,
  terms:
    'Sending this form is not an agreement. If you later hire or repair on credit, you sign an agreement in your own name. You may have to pay if you break it or share the blame. If less is paid than the charges, the agreement says who pays the rest. Rather talk? Call',
  // The hours, which it follows from, can change while the process runs.
  get note() {
    return `We will contact you ${withinTarget} to discuss your claim.`;
  },
  responseTargetHours: site.claimTargetHours,
  subjectOf: (data) => `${data.firstName} ${data.lastName}`,
  sections: claimSections,
  consent,
} as const satisfies FormDefinition;
