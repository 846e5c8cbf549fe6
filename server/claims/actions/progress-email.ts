import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import { minute } from '#forms/durations.ts';
import { sharedNow } from '#server/core/database/engine.ts';
import { answersOf, type Tx } from '#server/core/database/schema.ts';
import { enqueue, sharedTime } from '#server/core/jobs/queue.ts';
import { defineEmail } from '#server/mail/out/define-email.ts';
import { emailToSender, hasConsent, senderAddress } from '#server/mail/out/email-store.ts';
import { firmDetails } from '#server/mail/out/email-text.ts';
import { hasLinkEnded, privateLinkOf } from '../private-link.ts';
import { keepToYourself, linkToClaim, revokedLink } from '../sender-emails.ts';
import type { SubmissionRow } from '../view/submission-reader.ts';
import { keptActions } from './actions.ts';
import type { ActionContext, News } from './define-action.ts';
import { markOf } from './kept.ts';

/** What staff did: they were in touch, closed or reopened the claim, or answered a request. */
export const progress = defineEmail({
  template: 'progress',
  title: 'To the sender: what happened with the claim',
  to: 'sender',
  // What was merged counts as closed, and the claimant hears of the claim that it was merged into.
  reads: async (_db, row, { payload }) => (row.merged_into === null ? progressSince(payload, row) : null),
  whyNotSent: revokedLink,
  render: ({ reference, privateLink }, { title, sentences }: Progress) => ({
    subject: `${title}: reference ${reference}`,
    title,
    paragraphs: [
      `Your reference is ${reference}.`,
      ...sentences.map((sentence) => sentence.replace('$site', privateLink === null ? '' : new URL(privateLink).origin)),
      `Call ${site.helpline.display}, ${openHours}.`,
      ...(privateLink === null ? [] : [`Your private link shows where your claim stands. ${keepToYourself}`]),
    ],
    link: linkToClaim(privateLink),
    closing: [firmDetails()],
  }),
});

/** What the claimant is told of what staff did: the title of the e-mail, and its sentences. */
type Progress = { title: string; sentences: string[] };

/** How long the e-mail waits, so that an action can be undone without the claimant noticing. */
const delayMs = 10 * minute;

/**
 * Stores the e-mail that tells the claimant what staff did, in the transaction of the action; its text is made when it is sent. None
 * is stored where there is no news; while one waits, because that one will report this action too, ten minutes after it; where the private link has ended;
 * nor where the claimant withdrew. `row` is the claim before the action, `changed` after it: a link that had ended since the closing
 * opens again. Returns whether there is one to send.
 */
export async function addProgressEmail({ tx, row, now, emailsSenders }: ActionContext, changed: SubmissionRow): Promise<boolean> {
  if (newsBetween(timesOf(row), changed).length === 0) return false;
  const link = privateLinkOf(changed);
  if (!emailsSenders || link === null || hasLinkEnded(link, now)) return false;
  if (row.quarantined_at !== null || row.withdrawn_at !== null || (await putOffWaiting(tx, row.id, now))) return false;
  const sent = { id: row.id, formName: row.form_name, data: answersOf(row.form_data) };
  const payload = JSON.stringify(timesOf(row));
  const emails = emailToSender(sent, progress, now).map((email) => ({ ...email, delayMs, payload }));
  await enqueue(tx, emails);
  return emails.length > 0;
}

/** Whether an e-mail tells the claimant what staff do, as far as can be known before. */
export function isToldByEmail(row: SubmissionRow, { now, emailsSenders }: Pick<ActionContext, 'now' | 'emailsSenders'>): boolean {
  const link = privateLinkOf(row);
  if (!emailsSenders || link === null || hasLinkEnded(link, now)) return false;
  const address = senderAddress({ formName: row.form_name, data: answersOf(row.form_data) });
  return address !== null && row.quarantined_at === null && row.withdrawn_at === null && hasConsent(row);
}

/** Puts an e-mail that waits off, so that this action too can be undone unnoticed for as long; returns whether there is one. */
async function putOffWaiting(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    // One that is given up after a day is as new as the last that it tells.
    .set({ run_at: sharedTime(tx, now, delayMs), created_at: now })
    .where('subject_id', '=', id)
    .where('template', '=', progress.template)
    .where('finished_at', 'is', null)
    // An e-mail that is being sent was written before this action and does not report it.
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', sharedNow(tx, now))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** When each action was done, by the column or the name; null where it was not. */
type Times = Record<string, number | null>;

const keyOf = ({ name, columns, toldOf }: (typeof keptActions)[number]): string => toldOf ?? columns?.at ?? name;

function timesOf(row: SubmissionRow): Times {
  return Object.fromEntries(
    keptActions.map((kept) => [keyOf(kept), kept.toldOf === undefined ? (markOf(row, kept)?.at ?? null) : row[kept.toldOf]]),
  );
}

/**
 * What has changed since the times in the payload of the e-mail, which are those before the first action that it reports; null where
 * nothing is left to report. A count of actions would not do: two answers to two requests are news, and a contact that was taken back
 * is none.
 */
export function progressSince(payload: string | null, row: SubmissionRow): Progress | null {
  const news = newsBetween(JSON.parse(payload ?? '{}'), row);
  const first = news.findLast(({ isAside }) => !isAside) ?? news[0];
  if (!first) return null;
  const others = news.filter((one) => one !== first && one.isAside);
  return { title: first.title, sentences: [first, ...others].flatMap(({ sentences }) => sentences) };
}

/** The news in the order of the actions: the last of them is the latest stage of a claim, and says the most. */
function newsBetween(before: Times, row: SubmissionRow): News[] {
  const now = timesOf(row);
  return keptActions.flatMap((kept) => kept.tells(before[keyOf(kept)] ?? null, now[keyOf(kept)] ?? null, row) ?? []);
}
