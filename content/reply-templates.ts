import type { Pause } from './contact-cadence.ts';
import { site } from './site.ts';

/**
 * Texts for answers to claimants, which staff choose and change before they send them: as an email, as a text message or by WhatsApp, so
 * that each names the company. `$name`, `$reference`, `$handler`, `$helpline`, `$hours` and `$complaints` are replaced: the first name of the
 * claimant, the reference, the name of who writes, the helpline, when it is open, and the address of the complaints page. What is in
 * brackets is for staff to fill in; nothing leaves before.
 */
export type ReplyTemplate = { name: string; title: string; text: string };

/** A text message from an unknown number that names no company looks like fraud. */
const greeting = `Hello $name, this is $handler from ${site.brand}.`;

/** Papers of identity that are sent to the phone of one of our staff stay there. */
const onClaimPage =
  'Please add them on your claim page. It opens with the private link in our emails or on your receipt. No link? Call $helpline, and we help you find it.';

export const replyTemplates: readonly ReplyTemplate[] = [
  {
    name: 'no-answer',
    title: 'We could not reach you',
    text: `${greeting}

I tried to call you about your claim $reference and could not reach you. Please call $helpline ($hours), or reply with a time that suits you.

$handler`,
  },
  {
    name: 'photographs',
    title: 'Please send photographs',
    text: `${greeting}

To go on with your claim $reference I need photographs of the damage to your vehicle: one of each side, and one close up. ${onClaimPage}

$handler`,
  },
  {
    name: 'documents',
    title: 'Please send documents',
    text: `${greeting}

To go on with your claim $reference I need a picture of your driving licence and of your insurance certificate. ${onClaimPage} Do not send them by email, text or WhatsApp.

$handler`,
  },
  {
    name: 'received',
    title: 'Thank you, we have it',
    text: `${greeting}

Thank you. I have what you sent about your claim $reference and will tell you what happens next. If anything changes, call $helpline ($hours) or reply.

$handler`,
  },
  {
    name: 'complaint',
    title: 'Complaint: within 3 working days',
    text: `${greeting}

We have your complaint of [day it came]. [Who looks into it] is looking into it and was not part of it. You reach them on $helpline.

We aim to finish within 14 working days of that day. You have our final answer in writing within 4 weeks of it; if we need longer, we write to say why and when to expect it. Our complaints page says what happens then, and when the Financial Ombudsman Service can help: $complaints

$handler`,
  },
  {
    name: 'data-complaint',
    title: 'Complaint about data: within 30 days',
    text: `${greeting}

We have your complaint of [day it came] about how we use your personal data. [Who looks into it] is looking into it. You reach them on $helpline. We tell you in writing what we found and what we do about it, as soon as we can.

You may also complain to the regulator, the ICO, at any time: ico.org.uk, 0303 123 1113.

$handler`,
  },
];

/** When we look whether an answer has come, where no time was typed. */
export const afterWriting: Pause = { days: 2, at: '10:00' };

/** What a free text begins and ends with. */
export const emptyReply = `${greeting}



$handler`;
