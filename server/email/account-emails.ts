import { site } from '#content/site.ts';
import type { EmailDetails } from './email-details.ts';
import { type PlainEmail, type Rendered, renderPlainEmail } from './email-layout.tsx';

const desk = `${site.brand} desk`;
const notYou = 'If this was not you, tell the owner of the desk at once.';

/** The e-mails to a member of staff about their account, by template. `url` is a one-time link. */
const accountEmails = {
  invitation: ({ url = '', invitedBy = '', validFor = '' }: EmailDetails): PlainEmail => ({
    subject: `Your invitation to the ${desk}`,
    title: `Join the ${desk}`,
    paragraphs: [
      `${invitedBy || 'The owner'} has invited you. Choose a password and set up your authenticator app to begin.`,
      `The link works once, for ${validFor}.`,
    ],
    link: { label: 'Accept the invitation', url },
  }),
  'password-reset': ({ url = '', validFor = '', authenticator = 'kept', resetBy = '' }: EmailDetails): PlainEmail => ({
    subject: `A new password for the ${desk}`,
    title: 'Choose a new password',
    paragraphs: [
      resetBy
        ? `${resetBy} has reset your sign-in. Your old password, your authenticator app and your recovery codes no longer work, and you are signed out everywhere.`
        : 'Somebody asked for a new password for your account.',
      `Choose a new password with the link below. It works once, for ${validFor}.`,
      authenticator === 'none'
        ? 'When you then sign in, you set up your authenticator app and get new recovery codes.'
        : 'You still need your authenticator app or a recovery code to sign in: the link does not change them.',
      ...(resetBy ? [] : ['If you did not ask, do nothing: your password stays as it is.']),
    ],
    link: { label: 'Choose a new password', url },
  }),
  'password-changed': (): PlainEmail => ({
    subject: `Your password for the ${desk} was changed`,
    title: 'Your password was changed',
    paragraphs: ['All your sessions have been ended. Sign in with the new password.', notYou],
    link: null,
  }),
  'account-locked': ({ minutes = '' }: EmailDetails): PlainEmail => ({
    subject: `Sign-in to the ${desk} is paused`,
    title: 'Too many wrong passwords or codes',
    paragraphs: [
      `Somebody tried your account several times without success, so for ${minutes} minutes it takes no sign-in from there. Strangers are counted together; a browser in which you have signed in before is counted by itself.`,
      `If it was you, wait, or choose a new password. ${notYou}`,
    ],
    link: null,
  }),
  'email-changed': ({ email = '' }: EmailDetails): PlainEmail => ({
    subject: `Your email address for the ${desk} was changed`,
    title: 'Your email address was changed',
    paragraphs: [`From now on you sign in with ${email}, and our emails to you go there.`, notYou],
    link: null,
  }),
  'authenticator-moved': (): PlainEmail => ({
    subject: `Your authenticator app for the ${desk} was moved`,
    title: 'Your authenticator app was moved',
    paragraphs: [
      'Codes of the app that you used before, and its recovery codes, no longer work. Your other sessions have ended.',
      notYou,
    ],
    link: null,
  }),
  'recovery-codes-made': (): PlainEmail => ({
    subject: `New recovery codes for the ${desk}`,
    title: 'New recovery codes were made',
    paragraphs: ['The recovery codes that you had before no longer work.', notYou],
    link: null,
  }),
} as const;

export type AccountTemplate = keyof typeof accountEmails;

export function renderAccountEmail(template: AccountTemplate, details: EmailDetails): Rendered {
  return renderPlainEmail(accountEmails[template](details));
}
