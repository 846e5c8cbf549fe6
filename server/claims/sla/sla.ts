import type { Module } from '#server/core/jobs/module.ts';
import { remindersJob } from './due-reminders.ts';
import { escalationJobs } from './escalation.ts';
import { missedTargetAlarm, missedTargetReading } from './missed-targets.ts';

/** What holds the team to its response targets: who is told at once that somebody waits, the digest, and the alarm. */
export const slaModule: Module = {
  jobs: [...escalationJobs, remindersJob],
  alarms: [missedTargetAlarm],
  metrics: [missedTargetReading],
};
