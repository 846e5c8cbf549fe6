import type { Pause } from './contact-cadence.ts';

/**
 * Texts for answers to claimants, which staff choose and change before they send them. `$name`, `$reference`, `$handler`, `$helpline` and
 * `$hours` are replaced: the first name of the claimant, the reference, the name of who writes, the helpline, and when it is open.
 */
export type ReplyTemplate = { name: string; title: string; text: string };

export const replyTemplates: readonly ReplyTemplate[] = [
  {
    name: 'no-answer',
    title: 'We could not reach you',
    text: `Hello $name,

I tried to call you about your claim $reference and could not reach you. Please call $helpline ($hours), or answer this email with a time that suits you.

$handler`,
  },
  {
    name: 'photographs',
    title: 'Please send photographs',
    text: `Hello $name,

To go on with your claim $reference I need photographs of the damage to your vehicle: one of each side, and one close up. Add them on the page of your claim, to which our emails have the link, or send them as an answer.

$handler`,
  },
  {
    name: 'documents',
    title: 'Please send documents',
    text: `Hello $name,

To go on with your claim $reference I need a picture of your driving licence and of your insurance certificate. Add them on the page of your claim, to which our emails have the link, or send them as an answer.

$handler`,
  },
  {
    name: 'received',
    title: 'Thank you, we have it',
    text: `Hello $name,

Thank you. I have what you sent about your claim $reference and will tell you what happens next. If anything changes, call $helpline ($hours) or answer this email.

$handler`,
  },
];

/** When we look whether an answer has come, where no time was typed. */
export const afterWriting: Pause = { days: 2, at: '10:00' };

/** What a free text begins and ends with. */
export const emptyReply = `Hello $name,



$handler`;
