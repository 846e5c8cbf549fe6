import { claim } from '#forms/claim.ts';
import type { ClaimField } from '#forms/claim-sections.ts';
import { mayBeCalled } from '#forms/field-warning.ts';
import { type Answers, fieldsOf } from '#forms/form.ts';
import { problemWith } from '#forms/read.ts';
import { typedInto, typedText } from '#forms/typed-text.ts';
import { type App, perApp } from '#server/core/app.ts';
import { createThrottle } from '#server/core/audit/throttle.ts';
import { makeId } from '#server/core/database/make-id.ts';
import type { StaffMember } from '#server/people/staff/staff-member.ts';
import { contentHashOf, makeReference } from './accept/accept.ts';
import { givenAloud, givenInWriting } from './actions/consent-actions.ts';
import { updateRow } from './actions/define-action.ts';
import { searchDigest } from './search/search-query.ts';
import * as search from './search/search-store.ts';
import { phoneTerms, registrationTerms } from './search/search-terms.ts';
import { responseTargets } from './sla/response-targets.ts';
import type { EnteredBy, NewSubmission } from './stored-submission.ts';
import { createSubmissionStore, isReferenceTaken } from './submission-store.ts';
import type { InboxRow } from './view/submission-reader.ts';
import * as submissions from './view/submission-reader.ts';

type Consent = { mark: typeof givenAloud | typeof givenInWriting; missing: string };

const aloud: Consent = { mark: givenAloud, missing: 'Read the consent out, and tick that they said yes.' };
const inWriting: Consent = {
  mark: givenInWriting,
  missing: 'Tick that they agreed in writing, and that you have kept their message.',
};

/** How a claim came, and how its sender has agreed then. */
const consentOf: Record<EnteredBy, Consent> = { phone: aloud, 'walk-in': aloud, email: inWriting, whatsapp: inWriting };

/** The fields that are entered; everything else is filled in where answers are corrected. */
const enteredFields = [
  'firstName',
  'lastName',
  'phone',
  'vehicleReg',
  'email',
  'descriptionOfAccident',
] as const satisfies ClaimField[];

export type EnteredField = (typeof enteredFields)[number];

/**
 * `consents`: the marks of the consent that was ticked. `key`: made with the page, so that one that is sent twice is one claim. `isOther`: it
 * is none of those that were found.
 */
export type EnteredClaim = { answers: Answers; source: string; consents: string[]; isOther: boolean; key: string };

type Entered = { kind: 'done'; id: string } | { kind: 'refused'; message: string } | { kind: 'matches'; matches: InboxRow[] };

const mostMatches = 5;

const longestKey = 500;

/** So many digits of a phone number tell a person from nearly all others. */
const enoughDigits = 6;

const isDueOf = perApp(({ now }) => createThrottle(now));

const storeOf = perApp(({ db, env }) => createSubmissionStore(db, { emailsSenders: env.acknowledge }));

/**
 * Claims with this phone number or registration, newest first. It is a search like any other: who found somebody by what is recorded,
 * once while more of the same number is typed.
 */
export async function findMatches(
  app: App,
  staff: StaffMember,
  typed: { phone: string; registration: string },
): Promise<InboxRow[]> {
  const phones = phoneTerms(typed.phone).filter((term) => term.length >= enoughDigits);
  const terms = [...phones, ...registrationTerms(typed.registration)];
  const found = await Promise.all(terms.map((term) => search.idsOfTerm(app, term, mostMatches)));
  const rows = await submissions.rows(app, [...new Set(found.flat())]);
  const ids = rows.map(({ id }) => id).toSorted();
  if (ids.length > 0 && isDueOf(app)(`matched ${staff.id} ${ids.join(' ')}`)) {
    const digest = searchDigest(app.secrets.current, terms.join(' '));
    await app.audit.record({ actor: staff, action: 'searched', details: { digest } });
  }
  return submissions.inboxRows(app, rows.toSorted((a, b) => b.created_at - a.created_at).slice(0, mostMatches));
}

/** Stores a claim that staff enter for somebody, as one from the website is: with a reference, a target and a next step. */
export async function enterClaim(app: App, staff: StaffMember, entered: EnteredClaim): Promise<Entered> {
  const { answers, source, consents, isOther } = entered;
  // A form posts it, and PostgreSQL indexes no longer text.
  const key = typedText(entered.key).slice(0, longestKey);
  const fields = fieldsOf(claim).filter(({ name }) => enteredFields.some((entered) => entered === name));
  const typed = Object.fromEntries(fields.map((field) => [field.name, typedInto(field, typedText(answers[field.name] ?? ''))]));
  const problem = problemOf(typed, source, consents);
  if (problem !== null) return { kind: 'refused', message: problem };
  // The same page sent a second time finds what the first has stored.
  const isRepeat = async () => (await submissions.idOfKey(app, claim.name, key)) !== null;
  const matches =
    isOther || (await isRepeat())
      ? []
      : await findMatches(app, staff, { phone: typed.phone ?? '', registration: typed.vehicleReg ?? '' });
  // What was found may be what the same page, sent at the same moment, has stored since.
  if (matches.length > 0 && !(await isRepeat())) return { kind: 'matches', matches };
  const item = newSubmission(typed, { source: source as EnteredBy, key, createdAt: app.now() });
  const outcome = await insert(app, staff, item).catch((error: unknown) => {
    if (!isReferenceTaken(error)) throw error;
    return insert(app, staff, { ...item, reference: makeReference() });
  });
  if (outcome.kind === 'conflict') return { kind: 'refused', message: 'That page was saved before. Open a new one.' };
  app.noteChange(true);
  return { kind: 'done', id: outcome.submission.id };
}

function insert(app: App, staff: StaffMember, item: NewSubmission) {
  return storeOf(app).insertByStaff(item, async (tx) => {
    const at = item.createdAt;
    const { mark } = consentOf[item.cameBy as EnteredBy];
    await updateRow(tx, item.id, { recorded: JSON.stringify({ [mark]: { at, by: staff.id } }) });
    app.audit.recordIn(tx, { actor: staff, action: 'claim entered', subjectId: item.id, details: { source: item.cameBy } });
  });
}

type Facts = { source: EnteredBy; key: string; createdAt: number };

function newSubmission(typed: Answers, { source, key, createdAt }: Facts): NewSubmission {
  const data: Answers = {};
  for (const { name, type, hidden, defaultValue } of fieldsOf(claim)) {
    if (name === claim.consent?.name) data[name] = 'yes';
    else if (type !== 'checkbox') data[name] = typed[name] ?? (hidden ? (defaultValue ?? '') : '');
  }
  return {
    id: makeId(createdAt),
    reference: makeReference(),
    formName: claim.name,
    data,
    createdAt,
    ...responseTargets(claim, data, createdAt),
    idempotencyKey: key || null,
    contentHash: contentHashOf(claim.name, data),
    cameBy: source,
    quarantineReason: null,
  };
}

function problemOf(typed: Answers, source: string, consents: string[]): string | null {
  if (!Object.hasOwn(consentOf, source)) return 'Choose how it came.';
  if (!typed.firstName && !typed.lastName) return 'Enter a name.';
  if (!mayBeCalled(typed.phone ?? '')) return 'Enter a phone number that can be called.';
  for (const field of fieldsOf(claim)) {
    const problem = problemWith({ ...field, required: false }, typed[field.name]);
    if (problem) return `${field.label}: ${problem}`;
  }
  const { mark, missing } = consentOf[source as EnteredBy];
  return consents.includes(mark) ? null : missing;
}
