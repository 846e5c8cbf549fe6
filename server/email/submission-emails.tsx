import { blocksOf } from '#forms/answers.ts';
import { isUrgent } from '#forms/form.ts';
import { senderOf } from '#forms/sender.ts';
import type { ClaimantEvent } from '#server/audit/audit-event.ts';
import { renderAcknowledgement, renderNewLink, renderProgress } from './acknowledgements.ts';
import type { ClaimantUpdate } from './claimant-update.ts';
import { type Rendered, renderPlainEmail } from './email-layout.tsx';
import { londonTime, subjectLine } from './email-text.ts';
import { partsOf, type SubmissionEmailName } from './email-titles.ts';
import type { Progress } from './progress.ts';
import { renderAnswers } from './render-answers.tsx';
import { type SummarySource, teamSummaryOf } from './team-summary.tsx';

/** What an e-mail about a submission can contain. */
export type SubmissionEmail = SummarySource & {
  reference: string;
  submittedAt: number;
  /** When the e-mail was stored, the response target was open: no contact yet, and not breached. */
  isDueAhead: boolean;
  /** The claim was begun at the roadside, and answers that a claim needs are missing. */
  isIncomplete: boolean;
  /** What the claimant did, in the e-mail to the team that reports it. */
  update: ClaimantUpdate | null;
  /** What staff did, in the e-mail to the claimant that reports it. */
  progress: Progress | null;
  /** The private link of a claim, in e-mails to its sender; otherwise null. */
  privateLink: string | null;
  /** When the e-mail was stored. */
  storedAt: number;
};

/** The e-mails about a submission, by template. Their names in the desk: email-titles.ts. */
const submissionEmails: Record<SubmissionEmailName, (email: SubmissionEmail) => Rendered> = {
  notification: renderNotification,
  // One that is alone in its digest.
  digest: renderNotification,
  'urgent-digest': renderNotification,
  'claimant-update': renderClaimantUpdate,
  'claim-complete': renderClaimComplete,
  acknowledgement: renderAcknowledgement,
  'new-link': renderNewLink,
  progress: renderProgress,
  reminder: renderReminder,
};

export function renderSubmissionEmail(template: string, email: SubmissionEmail): Rendered {
  const { name } = partsOf(template);
  if (!name) throw new Error(`There is no e-mail named ${template}.`);
  return submissionEmails[name](email);
}

/** How long a submission has waited for contact, by the targets that were stored with it. `told` says so in words. */
export function reminderStage({ submittedAt, dueAt, ownTargetAt, storedAt }: SubmissionEmail) {
  const isOverdue = dueAt !== null && storedAt >= dueAt;
  const isTargetMissed = !isOverdue && ownTargetAt !== null && storedAt >= ownTargetAt;
  const waited = durationText(storedAt - submittedAt);
  const target = isTargetMissed ? `, our own target was ${durationText(ownTargetAt - submittedAt)}` : '';
  return { isOverdue, isTargetMissed, waited, target, told: `${isOverdue ? 'Overdue: ' : ''}${waited} without contact${target}` };
}

/** Whole minutes up to two hours, then whole hours. */
function durationText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`;
}

/** The reminder of a response target: to the team while there is time, to the owners when it was missed. */
function renderReminder(email: SubmissionEmail): Rendered {
  const { reference, form, data, submittedAt, dueAt } = email;
  const { isOverdue, waited, target } = reminderStage(email);
  const { name } = senderOf(form, data);
  const promised = `We promised contact by ${londonTime(dueAt ?? submittedAt)}`;
  return renderPlainEmail({
    subject: isOverdue ? `[Desk] Overdue: ${reference} ${name}` : `[Desk] ${waited} without contact: ${reference} ${name}`,
    title: isOverdue ? `${reference}: response target missed` : `${reference}: no contact after ${waited}`,
    // The summary leaves out the times, because the sentences below give them.
    summary: teamSummaryOf({ ...email, dueAt: null, ownTargetAt: null }),
    paragraphs: [
      `${form.name} from ${name || 'an unnamed sender'} came on ${londonTime(submittedAt)}${target}.`,
      isOverdue
        ? `${promised}, and the desk shows none. Call now, then mark it as contacted.`
        : `${promised}. Call, then mark it as contacted; the reminders then stop.`,
    ],
    link: null,
  });
}

/** What a claimant did in words, by the name of the event in the audit trail; null where the team is not told. */
const updateTexts: Record<ClaimantEvent, string | null> = {
  'message sent': 'They sent a message.',
  'call time chosen': 'They chose when to be called.',
  'phone number changed': 'They corrected their phone number. The one in this email is the new one.',
  'answers added': 'They filled in answers that were missing.',
  'claim completed': 'They gave the last answers that were missing: the claim is complete.',
  withdrawn: 'They withdrew the claim. The reminders have stopped.',
  'withdrawal undone': 'They want to go on with the claim after all.',
  'evidence received': 'They added files.',
  'evidence removed': 'They cancelled a file.',
  'evidence withdrawn': 'They removed a file from their page. You still have it, marked as removed.',
  'erasure requested': 'They ask us to erase their data. The law gives us one month to answer.',
  'erasure request withdrawn': 'They no longer ask us to erase their data.',
  'copy downloaded': null,
};

function renderClaimantUpdate(email: SubmissionEmail): Rendered {
  const { reference, form, data, update } = email;
  const { name } = senderOf(form, data);
  const { actions = [], messages = [], callPreference = null } = update ?? {};
  const texts = actions.flatMap((action) => updateTexts[action] ?? []);
  return renderPlainEmail({
    subject: `[Desk] New from the claimant: ${reference} ${name}`,
    title: `${reference}: new from the claimant`,
    summary: teamSummaryOf({ ...email, dueAt: null, ownTargetAt: null }),
    paragraphs: [
      `${name || 'An unnamed sender'} was at the page of their claim.`,
      ...(texts.length > 0 ? texts : ['What they did is in the desk.']),
      ...(callPreference === null ? [] : [`Wants to be called: ${callPreference}`]),
      ...messages.map((text) => `Message: ${text}`),
    ],
    link: null,
  });
}

/** The e-mail that says that a claim begun at the roadside is complete. */
function renderClaimComplete(email: SubmissionEmail): Rendered {
  const { form, data, reference, update } = email;
  const messages = (update?.messages ?? []).map((value, index) => ({ label: `Message ${index + 1}`, value }));
  const blocks = [...(messages.length > 0 ? [{ title: 'New messages', lines: messages }] : []), ...blocksOf(form, data)];
  return {
    subject: subjectLine(`[Website] Claim complete: ${reference} ${senderOf(form, data).name}`),
    ...renderAnswers({ ...email, title: `Claim complete, begun as ${form.name}`, blocks }),
  };
}

type Notification = SummarySource & Pick<SubmissionEmail, 'reference' | 'submittedAt'>;

export function renderNotification(email: Notification): Rendered {
  const { form, data } = email;
  return {
    subject: subjectLine(`${isUrgent(form) ? 'URGENT ' : ''}[Website] ${form.name}: ${form.subjectOf(data)}`),
    ...renderAnswers({ ...email, title: form.name, blocks: blocksOf(form, data), isUrgent: isUrgent(form) }),
  };
}
