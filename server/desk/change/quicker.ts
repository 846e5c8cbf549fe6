import type { Audit } from '#server/audit/audit.ts';
import type { Act } from '#server/audit/event.ts';
import { historyOf } from '../audit-trail.ts';
import { londonMoment } from '../london.ts';
import type { Change } from '../outcome.ts';
import type { SubmissionStore } from '../submission/store.ts';

/** What somebody else may have done first, for each change that then has nowhere to begin. */
const firstDone: Record<Change['act'], Partial<Record<Act, string>>> = {
  contacted: { contacted: 'marked it as contacted', closed: 'closed it' },
  'contact undone': { 'contact undone': 'took the contact back', closed: 'closed it' },
  closed: { closed: 'closed it' },
  reopened: { reopened: 'reopened it' },
  released: { released: 'released it' },
  'set aside': { 'set aside': 'set it aside' },
  assigned: { assigned: 'assigned it' },
  'note added': {},
  'note removed': {},
  'note restored': {},
  'letter sent again': {},
};

/** "Olu Adeyemi marked it as contacted on 21 November at 10:05." */
export async function whoWasQuicker(
  services: { audit: Audit; submissions: SubmissionStore },
  submissionId: string,
  act: Change['act'],
): Promise<string> {
  const events = await historyOf(services, submissionId, 50);
  for (const event of events) {
    const deed = firstDone[act][event.act as Act];
    const to = event.act === 'assigned' ? ` to ${event.details.to ?? 'nobody'}` : '';
    if (deed) return `${event.actor} ${deed}${to} on ${londonMoment(event.at)}.`;
  }
  return 'It has changed meanwhile, and nothing was done. Look at it again.';
}
