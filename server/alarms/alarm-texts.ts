import type { AlarmName as EmailAlarmName } from '#server/email/email-health.ts';
import type { Evidence } from '#server/evidence/evidence.ts';
import type { RetentionAlarm } from '#server/privacy/retention-alarms.ts';
import type { OperationsAlarmName } from './operations-alarms.ts';

export type AlarmName =
  | EmailAlarmName
  | OperationsAlarmName
  | RetentionAlarm['name']
  | ReturnType<Evidence['alarms']>[number]['name'];

/**
 * What an alarm says outside the desk: what is wrong, and what to do. These are fixed sentences, because the messages for staff may
 * name a claim, a file or an address. `alert`: the rule in docs/alerts.yml and the paragraph of docs/operations.md.
 */
export const alarmTexts: Record<AlarmName, { alert: string; what: string; todo: string }> = {
  email_waiting: {
    alert: 'KerbsideEmailWaiting',
    what: 'An e-mail has waited for more than a quarter of an hour.',
    todo: 'Look whether the mail server works; the claims are in the desk.',
  },
  email_failed: {
    alert: 'KerbsideEmailFailed',
    what: 'A submission is in the desk, and no e-mail will tell of it.',
    todo: 'Call the people first, then mend the cause: npm run emails.',
  },
  mail_circuit_open: {
    alert: 'KerbsideMailCircuitOpen',
    what: 'The mail server does not take our sender or login. All e-mails wait.',
    todo: 'Mend SMTP_URL or MAIL_FROM and restart; the claims are in the desk.',
  },
  worker_stopped: {
    alert: 'KerbsideWorkerStopped',
    what: 'The worker that sends e-mails has stopped.',
    todo: 'Restart Kerbside.',
  },
  store_unreachable: {
    alert: 'KerbsideStoreUnreachable',
    what: 'The store does not answer. Visitors are told to call.',
    todo: 'Look at the disk, or at PostgreSQL.',
  },
  retention_late: {
    alert: 'KerbsideRetentionLate',
    what: 'What is past its time has not been erased for a day and a half.',
    todo: 'Look at Background work in the desk for the reason.',
  },
  retention_unconfirmed: {
    alert: 'KerbsideRetentionUnconfirmed',
    what: 'Nothing is erased by its age: the clock is far past the last run, or much would be erased at once.',
    todo: 'Look at the clock of the server; then confirm it under Background work in the desk.',
  },
  evidence_infected: {
    alert: 'KerbsideEvidenceInfected',
    what: 'A virus was found in a file of a claim. Nobody can open it.',
    todo: 'Ask the claimant for another, and remove it.',
  },
  evidence_not_scanned: {
    alert: 'KerbsideEvidenceNotScanned',
    what: 'Files of claims wait for the virus scan, and nobody can open them.',
    todo: 'Look whether clamd runs.',
  },
  evidence_missing: {
    alert: 'KerbsideEvidenceMissing',
    what: 'Files of claims are not where they are kept.',
    todo: 'Restore them from a backup, under the same names.',
  },
  evidence_disk_short: {
    alert: 'KerbsideEvidenceDiskShort',
    what: 'The disk with the files of claims is nearly full: new claims can add none.',
    todo: 'Make room.',
  },
  backup_old: {
    alert: 'KerbsideBackupOld',
    what: 'The last backup is more than two days old, or none was ever made.',
    todo: 'Make one now, and look why the timer made none.',
  },
  disk_short: {
    alert: 'KerbsideDiskShort',
    what: 'Less than a gigabyte is free on the disk of the data folder.',
    todo: 'Make room: a full disk turns visitors away.',
  },
  response_target_missed: {
    alert: 'KerbsideResponseTargetMissed',
    what: 'Somebody has waited longer for contact than our target allows.',
    todo: 'Call them: the desk lists them first.',
  },
  jobs_failing: {
    alert: 'KerbsideJobsFailing',
    what: 'Background work fails.',
    todo: 'Look at Background work in the desk for the reason.',
  },
};
