import { minute } from '#forms/durations.ts';
import { londonMoment } from '#forms/london-day.ts';
import { defineEmail } from '#server/mail/out/define-email.ts';
import type { DigestEntry, EmailContent } from '#server/mail/out/email-content.ts';
import { type Audience, maxListed, readUnanswered, type Unanswered } from './waiting-for-contact.ts';

/**
 * Who waits for contact, to the team, and to owners of what was promised and missed. It has references and times, and nothing that a visitor
 * typed. It is stored about an audience.
 */
export const dueDigest = defineEmail({
  template: 'due-digest',
  title: 'To the team and owners: who waits for contact',
  to: 'overview',
  write: async (db, { about, at, siteUrl }) => {
    const waiting = await readUnanswered(db, about as Audience, at);
    return waiting.length === 0 ? null : dueDigestContent(waiting, at, siteUrl);
  },
});

export function dueDigestContent(waiting: Unanswered[], at: number, siteUrl: string): EmailContent {
  const overdue = waiting.filter(({ dueAt }) => dueAt <= at).length;
  const count = waiting.length < maxListed ? `${waiting.length}` : `${maxListed} or more`;
  const title = `${count} wait${count === '1' ? 's' : ''} for contact${overdue > 0 ? `, ${overdue} overdue` : ''}`;
  return {
    subject: `[Desk] ${title}`,
    title,
    paragraphs: [
      `This is how it was on ${londonMoment(at)}. Call each, then record how the call ended. The one that is due first comes first.`,
      ...(waiting.length < maxListed ? [] : ['Only the first are listed here: the desk has all.']),
    ],
    entries: waiting.map((one) => entryOf(one, at, siteUrl)),
    link: { label: 'Open the queue', url: `${siteUrl}/desk/queue` },
    closing: ['This email comes in the morning, and every hour while something is late.'],
  };
}

function entryOf(
  { id, reference, formName, createdAt, dueAt, ownTargetAt, nextAt, isQuarantined }: Unanswered,
  at: number,
  siteUrl: string,
): DigestEntry {
  const waited = durationText(at - createdAt);
  const isTargetMissed = dueAt > at && ownTargetAt !== null && ownTargetAt <= at;
  const promised = `We promised contact by ${londonMoment(dueAt)}`;
  return {
    heading: reference,
    lines: [
      `${formName}: ${waited} without contact`,
      dueAt <= at ? `Overdue. ${promised}.` : `${promised}.`,
      ...(isTargetMissed ? [`Our own target of ${durationText(ownTargetAt - createdAt)} is missed.`] : []),
      ...(nextAt > at && dueAt !== nextAt ? [`The next call is due on ${londonMoment(nextAt)}.`] : []),
      ...(isQuarantined ? ['It is in quarantine. Release it if a person wrote it: they were told that we call.'] : []),
    ],
    link: `${siteUrl}/desk/submissions/${id}`,
  };
}

/** Whole minutes up to two hours, then whole hours. */
function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minute);
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}
