import { formOf } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { Audit } from '#server/audit/audit.ts';
import { historyOf } from '#server/audit/audit-trail.ts';
import { answersOf } from '#server/database/schema.ts';
import type { StaffMember } from '#server/staff/staff.ts';
import { personTerms } from '#server/submissions/search/search-terms.ts';
import type { InboxRow } from '../inbox/inbox.ts';
import type { SearchStore } from '../search/search-store.ts';
import { viewOf } from './describe-submission.ts';
import { inboxRow } from './inbox-row.ts';
import type { SubmissionView } from './submission-view.ts';
import type { SubmissionRow, SubmissionStore } from './view-store.ts';

const mostOthers = 10;
const mostEvents = 200;

type Services = { submissions: SubmissionStore; search: SearchStore; audit: Audit };

/** Reads one submission with all that belongs to it; null where it is not, or no longer. */
export function createRead({ submissions, search, audit }: Services) {
  return async function read(staff: StaffMember, id: string): Promise<SubmissionView | null> {
    const [row] = await submissions.rows([id]);
    if (!row) return null;
    return viewOf(submissions, staff, {
      row,
      history: await historyOf({ audit, names: submissions.names }, id, mostEvents),
      others: await othersOf(row),
    });
  };

  async function othersOf(row: SubmissionRow): Promise<InboxRow[]> {
    const terms = termsOfPerson(row);
    const found = await Promise.all(terms.map((term) => search.idsOfTerm(term, mostOthers + 1)));
    const ids = new Set(found.flat());
    ids.delete(row.id);
    const others = (await submissions.rows([...ids])).filter((other) =>
      termsOfPerson(other).some((term) => terms.includes(term)),
    );
    return others
      .toSorted((a, b) => b.created_at - a.created_at)
      .slice(0, mostOthers)
      .map((other) => inboxRow(other, { mail: 'none', names: new Map() }));
  }
}

export function termsOfPerson(row: SubmissionRow): string[] {
  const data = answersOf(row.form_data);
  return personTerms(senderOf(formOf(row.form_name, data), data));
}
