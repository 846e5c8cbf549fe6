import { Fragment } from 'react';
import { site } from '#content/site.ts';
import { type Block, blocksOf } from '#forms/answers.ts';
import { type Answers, type FormDefinition, isUrgent } from '#forms/form.ts';
import { senderOf } from '#forms/sender.ts';
import { renderAcknowledgement, renderNewLink, renderProgress } from './acknowledgements.ts';
import type { ClaimantUpdate } from './claimant-update.ts';
import { londonTime, type Rendered, renderLayout, renderPlainEmail, styles, subjectLine } from './email-layout.tsx';
import { partsOf, type SubmissionEmailName } from './email-titles.ts';
import type { Progress } from './progress.ts';

/** What an e-mail about a submission can contain. */
export type SubmissionEmail = {
  form: FormDefinition;
  data: Answers;
  reference: string;
  submittedAt: number;
  dueAt: number;
  /** Nobody was in touch when the e-mail was stored, and there was time for it. */
  isDueAhead: boolean;
  /** Begun at the roadside, with answers missing that a claim needs. */
  isIncomplete: boolean;
  /** What the claimant did since, for the e-mail that tells of it. */
  update: ClaimantUpdate | null;
  /** What staff did since, for the e-mail that tells the claimant. */
  progress: Progress | null;
  /** To the submission in the desk. */
  link: string;
  /** Of a claim, for its sender; null for what has none. */
  privateLink: string | null;
  /** The number at the end of the template's name, of `reminder-12`: 12. */
  hours: number;
};

/** The e-mails about a submission, by template. Their names in the desk: email-titles.ts. */
const submissionEmails: Record<SubmissionEmailName, (email: SubmissionEmail) => Rendered> = {
  notification: renderNotification,
  'claimant-update': renderClaimantUpdate,
  'claim-complete': renderClaimComplete,
  acknowledgement: renderAcknowledgement,
  'new-link': renderNewLink,
  progress: renderProgress,
  reminder: renderReminder,
};

export function renderSubmissionEmail(template: string, email: Omit<SubmissionEmail, 'hours'>): Rendered {
  const { name, hours } = partsOf(template);
  if (!name) throw new Error(`There is no e-mail named ${template}.`);
  return submissionEmails[name]({ ...email, hours });
}

/** To the team while there is time, to the owners when the response target was missed. */
function renderReminder({ hours, reference, form, data, submittedAt, dueAt, link }: SubmissionEmail): Rendered {
  const { name } = senderOf(form, data);
  const isOverdue = hours >= site.claimTargetHours;
  return renderPlainEmail({
    subject: isOverdue ? `[Desk] Overdue: ${reference} ${name}` : `[Desk] ${hours} hours without contact: ${reference} ${name}`,
    title: isOverdue ? `${reference}: response target missed` : `${reference}: no contact after ${hours} hours`,
    paragraphs: [
      `${form.name} from ${name || 'an unnamed sender'} came on ${londonTime(submittedAt)}.`,
      isOverdue
        ? `We promised contact by ${londonTime(dueAt)}, and the desk shows none. Call now, then mark it as contacted.`
        : `We promised contact by ${londonTime(dueAt)}. Call, then mark it as contacted; the reminders then stop.`,
    ],
    link: { label: 'Open it in the desk', url: link },
  });
}

/** By the audit trail's name for it. */
const updateTexts: Record<string, string> = {
  'message sent': 'They sent a message.',
  'call time chosen': 'They chose when to be called.',
  'answers added': 'They filled in answers that were missing.',
  'claim completed': 'They gave the last answers that were missing: the claim is complete.',
  withdrawn: 'They withdrew the claim. The reminders have stopped.',
  'withdrawal undone': 'They want to go on with the claim after all.',
  'evidence received': 'They added files.',
  'evidence removed': 'They cancelled a file.',
  'erasure requested': 'They ask us to erase their data. The law gives us one month to answer.',
  'erasure request withdrawn': 'They no longer ask us to erase their data.',
};

function renderClaimantUpdate({ reference, form, data, link, update }: SubmissionEmail): Rendered {
  const { name } = senderOf(form, data);
  const { actions = [], messages = [], callPreference = null } = update ?? {};
  const texts = actions.map((action) => updateTexts[action] ?? `New: ${action}.`);
  return renderPlainEmail({
    subject: `[Desk] New from the claimant: ${reference} ${name}`,
    title: `${reference}: new from the claimant`,
    paragraphs: [
      `${name || 'An unnamed sender'} was at the page of their claim.`,
      ...(texts.length > 0 ? texts : ['What they did is in the desk.']),
      ...(callPreference === null ? [] : [`Wants to be called: ${callPreference}`]),
      ...messages.map((text) => `Message: ${text}`),
    ],
    link: { label: 'Open it in the desk', url: link },
  });
}

/** A claim that was begun at the roadside, with all answers. */
function renderClaimComplete({ form, data, reference, submittedAt, update }: SubmissionEmail): Rendered {
  const messages = (update?.messages ?? []).map((value, index) => ({ label: `Message ${index + 1}`, value }));
  const blocks = [...(messages.length > 0 ? [{ title: 'New messages', lines: messages }] : []), ...blocksOf(form, data)];
  const head = { form: `Claim complete, begun as ${form.name}`, reference, received: londonTime(submittedAt) };
  return {
    subject: subjectLine(`[Website] Claim complete: ${reference} ${senderOf(form, data).name}`),
    html: renderLayout(head.form, <AnswerBlocks {...head} blocks={blocks} />),
    text: plainText(head, blocks),
  };
}

const closing = 'Sent by the website form. Confirm identity before sharing any information.';

type Notification = Pick<SubmissionEmail, 'form' | 'data' | 'reference' | 'submittedAt'>;

export function renderNotification({ form, data, reference, submittedAt }: Notification): Rendered {
  const blocks = blocksOf(form, data);
  const head = { form: form.name, reference, received: londonTime(submittedAt) };
  return {
    subject: subjectLine(`${isUrgent(form) ? 'URGENT ' : ''}[Website] ${form.name}: ${form.subjectOf(data)}`),
    html: renderLayout(head.form, <AnswerBlocks {...head} blocks={blocks} />),
    text: plainText(head, blocks),
  };
}

type EmailHead = { form: string; reference: string; received: string };

function plainText(head: EmailHead, blocks: Block[]): string {
  const parts = blocks.map(({ title, lines }) => [
    title,
    '-'.repeat(title.length),
    ...lines.map(({ label, value }) => `${label}${label.endsWith('?') ? '' : ':'} ${value}`),
  ]);
  return [[head.form, `Reference: ${head.reference}`, `Received: ${head.received}`], ...parts, [closing]]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
}

function AnswerBlocks({ reference, received, blocks }: EmailHead & { blocks: Block[] }) {
  return (
    <>
      <p style={styles.facts}>
        Reference: <strong>{reference}</strong>
        <br />
        Received: {received}
      </p>
      {blocks.map(({ title, lines }) => (
        <Fragment key={title}>
          <h2 style={styles.heading}>{title}</h2>
          {lines.map(({ label, value }) => (
            <p key={label} style={styles.line}>
              <span style={styles.label}>{label}</span>
              <br />
              <span dir="auto" style={styles.value}>
                {value}
              </span>
            </p>
          ))}
        </Fragment>
      ))}
      <p style={styles.closing}>{closing}</p>
    </>
  );
}
