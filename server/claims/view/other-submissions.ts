import { day } from '#forms/durations.ts';
import { continuationOf, findForm, formOf, isClaim } from '#forms/forms.ts';
import { senderOf } from '#forms/sender.ts';
import type { App } from '#server/core/app.ts';
import { answersOf } from '#server/core/database/schema.ts';
import * as search from '../search/search-store.ts';
import { personTerms, registrationTerms } from '../search/search-terms.ts';
import * as submissions from './submission-reader.ts';
import { type InboxRow, inboxRow, type SubmissionRow } from './submission-reader.ts';

/**
 * Another submission of the same person, or about the same car. `begunAtRoadside`: it was sent by a form that another one continues.
 * `maybeSame`: both are claims with the same phone number or registration, and came so close together that they may be about one
 * accident.
 */
export type OtherSubmission = Pick<InboxRow, 'id' | 'reference' | 'form' | 'createdAt' | 'status' | 'name'> & {
  begunAtRoadside: boolean;
  maybeSame: boolean;
};

/** Claims that came further apart are about two accidents. */
const sameWithinMs = 60 * day;

const othersLimit = 10;

/** Submissions of the same person, by e-mail address or phone number, and about the same car. Newest first, at most ten. */
export async function readOthers(app: App, row: SubmissionRow): Promise<OtherSubmission[]> {
  const terms = [...personTermsOf(row), ...claimTermsOf(row)];
  const found = await Promise.all([...new Set(terms)].map((term) => search.idsOfTerm(app, term, othersLimit + 1)));
  const ids = new Set(found.flat());
  ids.delete(row.id);
  return (await submissions.rows(app, [...ids]))
    .filter((other) => [...personTermsOf(other), ...claimTermsOf(other)].some((term) => terms.includes(term)))
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, othersLimit)
    .map((other) => {
      const { id, reference, form, createdAt, status, name } = inboxRow(other, 'none', new Map());
      const begunAtRoadside = isBegun(other);
      return { id, reference, form, createdAt, status, name, begunAtRoadside, maybeSame: areMaybeSame(row, other) };
    });
}

/** For each of these that may be about the same accident as another claim: how many claims there are with it. */
export async function countSame(app: App, rows: SubmissionRow[]): Promise<Map<string, number>> {
  // Once for each row: numbers take their time to be read, and a flood of claims may have one in common.
  const termsOf = new Map(rows.map((row) => [row.id, claimTermsOf(row)]));
  const terms = new Set([...termsOf.values()].flat());
  if (terms.size === 0) return new Map();
  const since = Math.min(...rows.map(({ created_at }) => created_at)) - sameWithinMs;
  const known = new Set(rows.map(({ id }) => id));
  const ids = (await search.idsWithTerms(app, [...terms], since)).filter((id) => !known.has(id));
  const byTerm = new Map<string, SubmissionRow[]>();
  for (const row of [...rows, ...(await submissions.rows(app, ids))])
    for (const term of termsOf.get(row.id) ?? claimTermsOf(row)) {
      const same = byTerm.get(term);
      if (same) same.push(row);
      else byTerm.set(term, [row]);
    }
  const counts = rows.map((row): [string, number] => {
    const others = new Set((termsOf.get(row.id) ?? []).flatMap((term) => byTerm.get(term) ?? []));
    return [row.id, [...others].filter((other) => areClose(row, other)).length + 1];
  });
  return new Map(counts.filter(([, count]) => count > 1));
}

/** The search terms that stand for the person who sent it. */
export function personTermsOf(row: SubmissionRow): string[] {
  return personTerms(senderOfRow(row));
}

/** What two claims about one accident have in common: a phone number, or the registration. None for what is no claim. */
function claimTermsOf(row: SubmissionRow): string[] {
  if (!isClaim(row.form_name) || row.quarantined_at !== null || row.merged_into !== null) return [];
  const { phone, registration } = senderOfRow(row);
  return [...personTerms({ phone, email: '' }), ...registrationTerms(registration)];
}

function areMaybeSame(row: SubmissionRow, other: SubmissionRow): boolean {
  if (!areClose(row, other)) return false;
  const terms = claimTermsOf(other);
  return claimTermsOf(row).some((term) => terms.includes(term));
}

function areClose(row: SubmissionRow, other: SubmissionRow): boolean {
  return row.id !== other.id && Math.abs(row.created_at - other.created_at) <= sameWithinMs;
}

function senderOfRow(row: SubmissionRow) {
  const data = answersOf(row.form_data);
  return senderOf(formOf(row.form_name, data), data);
}

function isBegun(row: SubmissionRow): boolean {
  const form = findForm(row.form_name);
  return form !== null && continuationOf(form) !== null;
}
