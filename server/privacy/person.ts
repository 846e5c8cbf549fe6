import type { SearchStore } from '#server/submissions/search/search-store.ts';
import { personTerms } from '#server/submissions/search/search-terms.ts';
import { termsOfPerson } from '#server/submissions/view/read-submission.ts';
import type { SubmissionRow, SubmissionStore } from '#server/submissions/view/view-store.ts';

/** More than anybody has sent; a machine may have. */
const most = 10_000;
const pageSize = 200;

type Services = { search: SearchStore; submissions: SubmissionStore; completeIndex: () => Promise<void> };

/** Every submission with just this e-mail address or phone number, newest first. */
export function createFindPerson({ search, submissions, completeIndex }: Services) {
  return async function findPerson(contact: string): Promise<SubmissionRow[]> {
    const [term] = personTerms(contact.includes('@') ? { email: contact, phone: '' } : { email: '', phone: contact });
    if (!term) return [];
    // Also what an earlier version stored.
    await completeIndex();
    const ids = await search.idsOfTerm(term, most);
    const rows: SubmissionRow[] = [];
    for (let from = 0; from < ids.length; from += pageSize)
      rows.push(...(await submissions.rows(ids.slice(from, from + pageSize))));
    // The last digits of somebody's number may be the whole of another's.
    const theirs = rows.filter((row) => termsOfPerson(row).includes(term));
    return theirs.toSorted((a, b) => b.created_at - a.created_at);
  };
}
