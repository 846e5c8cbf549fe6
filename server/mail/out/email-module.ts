import type { Module } from '#server/core/jobs/module.ts';
import { emailAlarms, emailMetrics } from './email-health.ts';
import { emailJob } from './email-job.ts';
import { senderEmailJob } from './sender-email-job.ts';

/** Everything that sends emails, apart from the worker that runs the jobs. */
export const emailModule = {
  /** The order matters: when both are due, the emails to the team are leased first. */
  jobs: [emailJob, senderEmailJob],
  alarms: emailAlarms,
  metrics: emailMetrics,
  close: ({ mail }): void => {
    mail.team.close();
    mail.senders.close();
  },
} satisfies Module;
