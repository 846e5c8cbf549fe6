import { senderOf } from '#forms/sender.ts';
import type { ClaimantEvent } from '#server/core/audit/audit-event.ts';
import type { Db } from '#server/core/database/schema.ts';
import { defineEmail } from '#server/mail/out/define-email.ts';
import { teamSummaryOf } from '#server/mail/out/team-summary.ts';
import { answersContent, digest } from './team-emails.ts';

/** What the claimant did at the page of the claim, since the e-mail was stored. */
export const claimantUpdate = defineEmail({
  template: 'claimant-update',
  title: 'To the team: new from the claimant',
  to: 'team',
  limit: { allowance: 'update', digest },
  reads: readUpdate,
  render: (email, { actions, messages, callPreference }: ClaimantUpdate) => {
    const { reference, form, data } = email;
    const { name } = senderOf(form, data);
    const texts = actions.flatMap((action) => updateTexts[action] ?? []);
    return {
      subject: `[Desk] New from the claimant: ${reference} ${name}`,
      title: `${reference}: new from the claimant`,
      summary: teamSummaryOf({ ...email, dueAt: null, ownTargetAt: null }),
      paragraphs: [
        actions.every((action) => emailActions.includes(action)) && actions.length > 0
          ? `There is an email about the claim of ${name || 'an unnamed sender'}.`
          : `${name || 'An unnamed sender'} used their claim page.`,
        ...(texts.length > 0 ? texts : ['What they did is in the desk.']),
        ...(callPreference === null ? [] : [`Wants to be called: ${callPreference}`]),
        ...messages.map((text) => `Message: ${text}`),
      ],
    };
  },
});

/** A claim that was begun at the roadside has all answers now. */
export const claimComplete = defineEmail({
  template: 'claim-complete',
  title: 'To the team: the claim is complete',
  to: 'team',
  replyTo: 'sender',
  limit: { allowance: 'update', digest },
  reads: readUpdate,
  render: (email, { messages }: ClaimantUpdate) => {
    const { form, data, reference } = email;
    const content = answersContent(email, `Claim complete, begun as ${form.name}`);
    const lines = messages.map((value, index) => ({ label: `Message ${index + 1}`, value }));
    const blocks = [...(lines.length > 0 ? [{ title: 'New messages', lines }] : []), ...content.answers.blocks];
    return {
      subject: `[Website] Claim complete: ${reference} ${senderOf(form, data).name}`,
      ...content,
      answers: { ...content.answers, blocks },
    };
  },
});

export const claimantEmails = [claimantUpdate, claimComplete];

/** What comes by e-mail, and was written before it is read and belongs to the claim. */
const emailActions: Told[] = ['email received', 'email attached'];

type Told = ClaimantEvent | 'email received' | 'email attached';

/** What a claimant did in words, by the name of the event in the audit trail; null where the team is not told. */
const updateTexts: Record<Told, string | null> = {
  'message sent': 'They sent a message.',
  'email received': 'An email came in. The desk says whether its sender is proven.',
  'email attached': 'A colleague added an email to it. The desk says whether its sender is proven.',
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

/** What a claimant did since an e-mail was stored. */
type ClaimantUpdate = {
  /** The events in the audit trail, oldest first. */
  actions: Told[];
  /** Oldest first. */
  messages: string[];
  callPreference: string | null;
};

async function readUpdate(
  db: Db,
  { id, call_preference: callPreference }: { id: string; call_preference: string | null },
  { createdAt }: { createdAt: number },
): Promise<ClaimantUpdate> {
  const events = await db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('subject_id', '=', id)
    .where((where) => where.or([where('actor_id', 'in', ['claimant', 'email']), where('action', '=', 'email attached')]))
    .where('at', '>=', createdAt)
    .orderBy('id')
    .execute();
  const emails = events.flatMap(({ action, details }) =>
    emailActions.some((one) => one === action) ? JSON.parse(details).message : [],
  );
  const messages = await db
    .selectFrom('messages')
    .select('text')
    .where('submission_id', '=', id)
    .where('direction', '=', 'in')
    .where((where) => where.or([where('at', '>=', createdAt), where('id', 'in', ['', ...emails])]))
    .orderBy('at')
    .execute();
  return {
    actions: [...new Set(events.map(({ action }) => action as Told))],
    messages: messages.map(({ text }) => text),
    callPreference,
  };
}
