import { callTimesIn, type OpeningHours } from '#content/opening-hours.ts';
import { site } from '#content/site.ts';
import type { Answers } from '#forms/form.ts';
import { marksOf } from '#server/claims/actions/actions.ts';
import { keptLonger } from '#server/claims/actions/kept.ts';
import { withMerged } from '#server/claims/merged-into.ts';
import type { NextKind } from '#server/core/database/claim-tables.ts';
import type { Database } from '#server/core/database/database.ts';
import { answersOf } from '#server/core/database/schema.ts';
import { hasConsent } from '#server/mail/out/email-store.ts';
import type { ClaimFile } from './claim-files.ts';

/**
 * What the page of a claim shows to anyone who has its private link. Times are milliseconds since 1970. It never has anything that is
 * only for the team, such as notes.
 */
export type ClaimPage = {
  reference: string;
  receivedAt: number;
  /** The time by which we said that we would be in touch; null where we said none. */
  dueAt: number | null;
  /** When somebody first spoke to the claimant, or was in touch in writing alone and will not call next. */
  contactedAt: number | null;
  /** When we last wrote to the claimant, where nobody has spoken to them and somebody will. */
  wroteAt: number | null;
  /** The next step is a call. */
  willCall: boolean;
  /** When somebody last rang and left a message, where nobody has spoken to the claimant since. */
  messageLeftAt: number | null;
  closedAt: number | null;
  /** Why it was closed, as the handler told the claimant. */
  closingReason: string | null;
  withdrawnAt: number | null;
  /** We call and write to them only if they ask. */
  isConsentTakenBack: boolean;
  /** It is not erased by its age. */
  isKeptLonger: boolean;
  /** What the team did, in sentences. */
  done: { at: number; text: string }[];
  erasureRequestedAt: number | null;
  /** What we answered to the request for erasure; null where we have not answered. */
  erasureAnswer: { at: number; text: string } | null;
  /** When the claimant wants to be called, in their own words. */
  callPreference: string | null;
  /** What they can choose from: owners change the hours while the site serves, and the page's scripts have those of the build. */
  callTimes: string[];
  /** Oldest first. */
  messages: { id: string; at: number; text: string }[];
  /** The name of the form that the claim was sent by. */
  form: string;
  data: Answers;
  /** Oldest first. */
  files: ClaimFile[];
};

/** What the claimant reads of an attempt to make contact; of those that reached nobody, nothing. */
const attemptTexts = { spoke: 'We spoke to you.', 'left-message': 'We rang you and left a message.' };

const calls: readonly NextKind[] = ['first call', 'call back', 'try again'];

/** Reads what the page of a claim shows; null where the claim was erased. */
export function readClaimPage({ read }: Database, id: string): Promise<Omit<ClaimPage, 'files'> | null> {
  return read(async (db) => {
    const row = await db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    const ids = await withMerged(db, id);
    const messages = await db
      .selectFrom('messages')
      .select(['id', 'at', 'text', 'channel', 'direction', 'state', 'answered_at'])
      .where('submission_id', 'in', ids)
      .orderBy('at')
      .orderBy('id')
      .execute();
    const written = messages.filter(({ direction, state }) => direction === 'out' && state !== 'taken back');
    const attempts = await db
      .selectFrom('contact_attempts')
      .select(['at', 'outcome'])
      .where('submission_id', 'in', ids)
      .where('outcome', 'in', ['spoke', 'left-message'])
      .where('channel', '=', 'phone')
      .where('undone_at', 'is', null)
      .orderBy('at')
      .execute();
    const willCall = calls.includes(row.next_kind);
    const isAnswered = written.some(({ at }) => at === row.contacted_at);
    const contactedAt = row.spoke_at === null && willCall && isAnswered ? null : row.contacted_at;
    const acts = [
      ...attempts
        // The contact was taken back, and what had counted as one with it.
        .filter(({ at, outcome }) => outcome !== 'spoke' || (row.contacted_at !== null && at >= row.contacted_at))
        .map(({ at, outcome }) => ({ at, text: attemptTexts[outcome as keyof typeof attemptTexts] })),
      ...written.map(({ at }) => ({
        at,
        text: messages.some(({ answered_at }) => answered_at === at) ? 'We answered your message.' : 'We wrote to you.',
      })),
    ];
    const marks = marksOf(row);
    return {
      reference: row.reference,
      receivedAt: row.created_at,
      dueAt: row.due_at,
      contactedAt,
      wroteAt: contactedAt === null && willCall ? (written.at(-1)?.at ?? null) : null,
      willCall,
      messageLeftAt: contactedAt === null ? (attempts.findLast(({ outcome }) => outcome === 'left-message')?.at ?? null) : null,
      closedAt: row.closed_at,
      closingReason: row.closing_reason,
      withdrawnAt: row.withdrawn_at,
      isConsentTakenBack: !hasConsent(row),
      isKeptLonger: marks.some(({ name }) => name === keptLonger),
      done: [
        ...acts,
        // What it was says more than that they were contacted.
        ...marks.flatMap(({ name, at, onClaimantsPage: text }) =>
          text === null || (name === 'contacted' && acts.some((act) => act.at === at)) ? [] : [{ at, text }],
        ),
      ],
      erasureRequestedAt: row.erasure_requested_at,
      erasureAnswer: row.erasure_answered_at === null ? null : { at: row.erasure_answered_at, text: row.erasure_answer ?? '' },
      callPreference: row.call_preference,
      callTimes: callTimesIn(site.openingHours as OpeningHours),
      messages: messages.filter(({ channel }) => channel === 'page').map(({ id, at, text }) => ({ id, at, text })),
      form: row.form_name,
      data: answersOf(row.form_data),
    };
  });
}
