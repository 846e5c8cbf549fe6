import { site } from '#content/site.ts';
import { minute } from '#forms/durations.ts';
import type { App } from '#server/core/app.ts';
import { defineJob, done, retryAfter } from '#server/core/jobs/define-job.ts';
import type { EmailContent } from '#server/mail/out/email-content.ts';
import { renderEmail } from '#server/mail/out/email-layout.tsx';
import { messageIdOf } from '#server/mail/out/email-text.ts';
import type { Mailbox, Message } from '#server/mail/out/mailer.ts';
import { addressesOf } from '#server/mail/out/open-mailer.ts';
import { canaryHeader, makeMark } from './canary-mark.ts';
import { canaryKind, noteIn, noteWhy } from './canary-runs.ts';

/**
 * The part of a run after the store: an email to the address that is set, or where none is, a connection to the mail server with our login. What
 * the mail server says ends the run; it makes no failed job, because the alarm tells of it.
 */
export const canaryJob = defineJob({
  kind: canaryKind,
  title: 'Test claim of the site',
  isWatchedElsewhere: true,
  leaseMs: 2 * minute,
  retry: retryAfter(1_000, 10_000, minute),
  canRunAgain: () => false,
  handle: async ({ payload }, { signal }, app) => {
    const id = payload ?? '';
    const { canaryTo: to } = app.env;
    const mailer = app.mail.canary;
    if (!(await app.db.write((tx) => noteIn(app, tx, id, 'taken_at')))) return done('Its time was over.');
    const mark = { [canaryHeader]: makeMark(app, 'email', id) };
    const { kind, reply } =
      to === null ? await mailer.check() : await mailer.send({ ...canaryMessage(app, id, to, content), headers: mark }, signal);
    if (kind === 'sent' || kind === 'ready') await app.db.write((tx) => noteIn(app, tx, id, 'sent_at'));
    else await noteWhy(app, id, reply);
    return done(reply);
  },
});

const content: EmailContent = {
  subject: `[Test] The way of a claim to ${site.brand}`,
  title: 'Nothing to do',
  paragraphs: [
    'The site sends itself a claim every five minutes, and this email with it, to see that both arrive. Have your mailbox remove what has this subject after a day.',
  ],
};

export function canaryMessage(app: App, id: string, to: Mailbox, email: EmailContent): Message {
  const { from, siteUrl } = addressesOf(app);
  const sentAt = app.now();
  return {
    ...renderEmail(email),
    id: messageIdOf(id, siteUrl),
    fileName: `${new Date(sentAt).toISOString().replaceAll(/[:.]/g, '-')}-canary-${id}.eml`,
    from,
    to: [to],
    replyTo: null,
    sentAt,
    autoSubmitted: 'auto-generated',
  };
}
