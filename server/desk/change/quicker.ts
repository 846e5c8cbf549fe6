import type { Audit } from '#server/audit/audit.ts';
import type { Act } from '#server/audit/event.ts';
import { londonMoment } from '../london.ts';
import type { Change } from '../outcome.ts';

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
export async function whoWasQuicker(audit: Audit, submissionId: string, act: Change['act']): Promise<string> {
  const events = await audit.newest({ before: null, subjectId: submissionId, most: 50 });
  for (const event of events) {
    const deed = firstDone[act][event.act as Act];
    if (deed) return `${event.actor} ${deed} on ${londonMoment(event.at)}.`;
  }
  return 'It has changed meanwhile, and nothing was done. Look at it again.';
}
