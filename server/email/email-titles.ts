/**
 * The titles in the desk of the e-mails about a submission, by template. They are not beside the texts, which need JSX, because
 * commands run without it.
 */
const titles = {
  notification: () => 'To the team: what was sent',
  digest: () => 'To the team: what was sent, in a digest',
  'urgent-digest': () => 'To the team: urgent, in a digest',
  'claimant-update': () => 'To the team: new from the claimant',
  'claim-complete': () => 'To the team: the claim is complete',
  acknowledgement: () => 'To the sender: acknowledgement',
  'new-link': () => 'To the sender: new private link',
  progress: () => 'To the sender: what happened with the claim',
  reminder: (hours: number) => (hours > 0 ? `Reminder: no contact after ${hours} hours` : 'Reminder: no contact yet'),
};

export type SubmissionEmailName = keyof typeof titles;

/** The templates of e-mails to the sender of a form. */
export type SenderTemplate = 'acknowledgement' | 'new-link' | 'progress';

/** Earlier versions stored reminders as `reminder-12`: twelve hours after the submission came. */
export type SubmissionTemplate = SubmissionEmailName | `reminder-${number}`;

export function titleOfSubmissionEmail(template: string): string {
  const { name, hours } = partsOf(template);
  return name ? titles[name](hours) : template;
}

/** The name of a template, null where there is none, and the number at its end. */
export function partsOf(template: string): { name: SubmissionEmailName | null; hours: number } {
  const [, name = '', hours] = /^(.*?)(?:-(\d+))?$/.exec(template) ?? [];
  return { name: Object.hasOwn(titles, name) ? (name as SubmissionEmailName) : null, hours: Number(hours ?? 0) };
}
