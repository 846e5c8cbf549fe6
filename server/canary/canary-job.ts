import { site } from '#content/site.ts';
import { minute } from '#forms/durations.ts';
import type { Database } from '#server/database/database.ts';
import type { EmailContent } from '#server/email/email-content.ts';
import { renderEmail } from '#server/email/email-layout.tsx';
import { messageIdOf } from '#server/email/email-text.ts';
import type { Mailer, Message } from '#server/email/mailer.ts';
import { defineJob, done, type JobKind, retryAfter } from '#server/jobs/define-job.ts';
import { type CanaryMarks, canaryHeader } from './canary-mark.ts';
import { type CanaryRuns, canaryKind } from './canary-runs.ts';

/**
 * The part of a run after the store: an email to the address that is set, or where none is, a connection to the mail server with our login. What
 * the mail server says ends the run; it makes no failed job, because the alarm tells of it.
 */
export function createCanaryJob(services: {
  database: Database;
  runs: CanaryRuns;
  marks: CanaryMarks;
  mailer: Mailer;
  from: string;
  /** CANARY_TO; null where no email is sent. */
  to: string | null;
  siteUrl: string;
  now: () => number;
}): JobKind {
  const { database, runs, marks, mailer, to } = services;

  return defineJob({
    kind: canaryKind,
    title: 'Test claim of the site',
    isWatchedElsewhere: true,
    leaseMs: 2 * minute,
    retry: retryAfter(1_000, 10_000, minute),
    canRunAgain: () => false,
    handle: async ({ payload }, { signal }) => {
      const id = payload ?? '';
      if (!(await database.write((tx) => runs.noteIn(tx, id, 'taken_at')))) return done('Its time was over.');
      const mark = { [canaryHeader]: marks.make('email', id) };
      const { kind, reply } =
        to === null
          ? await mailer.check()
          : await mailer.send({ ...canaryMessage(id, to, content, services), headers: mark }, signal);
      if (kind === 'sent' || kind === 'ready') await database.write((tx) => runs.noteIn(tx, id, 'sent_at'));
      else await runs.noteWhy(id, reply);
      return done(reply);
    },
  });
}

const content: EmailContent = {
  subject: `[Test] The way of a claim to ${site.brand}`,
  title: 'Nothing to do',
  paragraphs: [
    'The site sends itself a claim every five minutes, and this email with it, to see that both arrive. Have your mailbox remove what has this subject after a day.',
  ],
};

export function canaryMessage(
  id: string,
  to: string,
  email: EmailContent,
  { from, siteUrl, now }: { from: string; siteUrl: string; now: () => number },
): Message {
  const sentAt = now();
  return {
    ...renderEmail(email),
    id: messageIdOf(id, siteUrl),
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-canary-${id}.eml`,
    from,
    to,
    replyTo: null,
    sentAt,
    autoSubmitted: 'auto-generated',
  };
}
