import type { Module } from '#server/core/jobs/module.ts';
import { imapWatchOf, mailboxAlarm } from './imap-watch.ts';
import { inboundCleanup } from './inbound-cleanup.ts';
import { inboundJob } from './inbound-job.ts';
import { delayedEmailJob } from './reported-emails.ts';

/** What receives e-mails: the watch of a mailbox, and the jobs that read what came and remove what belongs to no claim. */
export const inboundModule = {
  jobs: [inboundJob, inboundCleanup, delayedEmailJob],
  alarms: [mailboxAlarm],
  start: (app) => imapWatchOf(app)?.start(),
  close: (app) => imapWatchOf(app)?.close(),
} satisfies Module;
