import type { Migration } from 'kysely/migration';
import type { Engine } from '../database.ts';
import { submissionsAndLetters } from './0001-submissions-and-letters.ts';
import { quarantine } from './0002-quarantine.ts';
import { letterHistory } from './0003-letter-history.ts';
import { desk } from './0004-desk.ts';
import { staff } from './0005-staff.ts';
import { givenUpDetails } from './0006-given-up-details.ts';
import { auditDigests } from './0007-audit-digests.ts';
import { searchIndex } from './0008-search-index.ts';
import { jobs } from './0009-jobs.ts';
import { auditAction } from './0010-audit-action.ts';
import { responseTargets } from './0011-response-targets.ts';
import { claimant } from './0012-claimant.ts';
import { evidence } from './0013-evidence.ts';
import { attemptDetails } from './0014-attempt-details.ts';
import { acknowledgements } from './0015-acknowledgements.ts';
import { claimantUpdates } from './0016-claimant-updates.ts';
import { objectNames } from './0017-object-names.ts';
import { missingEvidence } from './0018-missing-evidence.ts';
import { withdrawnClaims } from './0019-withdrawn-claims.ts';
import { notPursued } from './0020-not-pursued.ts';
import { erasureAnswers } from './0021-erasure-answers.ts';
import { messageTerms } from './0022-message-terms.ts';
import { mergedSubmissions } from './0023-merged-submissions.ts';
import { dueCounts } from './0024-due-counts.ts';
import { removedEvidence } from './0027-removed-evidence.ts';
import { previewTime } from './0028-preview-time.ts';
import { quotasInMemory } from './0030-quotas-in-memory.ts';
import { nextReminder } from './0031-next-reminder.ts';
import { releaseBefore } from './0032-release-before.ts';
import { recordedActions } from './0034-recorded-actions.ts';
import { searchOnce } from './0035-search-once.ts';
import { nextSteps } from './0036-next-steps.ts';
import { doneActions } from './0037-done-actions.ts';
import { addedByStaff } from './0042-added-by-staff.ts';
import { messages } from './0044-messages.ts';
import { merges } from './0045-merges.ts';
import { awayStaff } from './0046-away-staff.ts';
import { actsOnMany } from './0047-acts-on-many.ts';
import { reportIndexes } from './0049-report-indexes.ts';
import { inboundEmails } from './0050-inbound-emails.ts';
import { passkeys } from './0051-passkeys.ts';
import { renumberedMailboxes } from './0053-renumbered-mailboxes.ts';
import { push } from './0055-push.ts';
import { escalations } from './0056-escalations.ts';
import { digestTimes } from './0057-digest-times.ts';
import { canary } from './0058-canary.ts';
import { siteVersions } from './0062-site-versions.ts';
import { sources } from './0063-sources.ts';
import { filmTime } from './0064-film-time.ts';
import { messageWriters } from './0067-message-writers.ts';
import { termsVersion } from './0068-terms-version.ts';
import { transactionIds } from './0070-transaction-ids.ts';
import { closingReason } from './0071-closing-reason.ts';

/** The migrations in order, which is that of their names. A released one is never edited, because stores have run it. */
export const migrations: Record<string, (engine: Engine) => Migration> = {
  '0001-submissions-and-letters': submissionsAndLetters,
  '0002-quarantine': quarantine,
  '0003-letter-history': letterHistory,
  '0004-desk': desk,
  '0005-staff': staff,
  '0006-given-up-details': givenUpDetails,
  '0007-audit-digests': auditDigests,
  '0008-search-index': searchIndex,
  '0009-jobs': jobs,
  '0010-audit-action': auditAction,
  '0011-response-targets': responseTargets,
  '0012-claimant': claimant,
  '0013-evidence': evidence,
  '0014-attempt-details': attemptDetails,
  '0015-acknowledgements': acknowledgements,
  '0016-claimant-updates': claimantUpdates,
  '0017-object-names': objectNames,
  '0018-missing-evidence': missingEvidence,
  '0019-withdrawn-claims': withdrawnClaims,
  '0020-not-pursued': notPursued,
  '0021-erasure-answers': erasureAnswers,
  '0022-message-terms': messageTerms,
  '0023-merged-submissions': mergedSubmissions,
  '0024-due-counts': dueCounts,
  '0027-removed-evidence': removedEvidence,
  '0028-preview-time': previewTime,
  '0030-quotas-in-memory': quotasInMemory,
  '0031-next-reminder': nextReminder,
  '0032-release-before': releaseBefore,
  '0034-recorded-actions': recordedActions,
  '0035-search-once': searchOnce,
  '0036-next-steps': nextSteps,
  '0037-done-actions': doneActions,
  '0042-added-by-staff': addedByStaff,
  '0044-messages': messages,
  '0045-merges': merges,
  '0046-away-staff': awayStaff,
  '0047-acts-on-many': actsOnMany,
  '0049-report-indexes': reportIndexes,
  '0050-inbound-emails': inboundEmails,
  '0051-passkeys': passkeys,
  '0053-renumbered-mailboxes': renumberedMailboxes,
  '0055-push': push,
  '0056-escalations': escalations,
  '0057-digest-times': digestTimes,
  '0058-canary': canary,
  '0062-site-versions': siteVersions,
  '0063-sources': sources,
  '0064-film-time': filmTime,
  '0067-message-writers': messageWriters,
  '0068-terms-version': termsVersion,
  '0070-transaction-ids': transactionIds,
  '0071-closing-reason': closingReason,
};
