import { site } from '#content/site.ts';
import { type PlainLetter, type Rendered, renderPlainLetter } from './plain-letter.tsx';

type Details = Record<string, string>;

const desk = `${site.brand} claims desk`;
const notYou = 'If this was not you, tell the owner of the desk at once.';

/** Letters about an account of the desk, by kind. `url` is good for one use. */
const letters = {
  invitation: ({ url = '', invitedBy = '', validFor = '' }: Details): PlainLetter => ({
    subject: `Your invitation to the ${desk}`,
    title: `Join the ${desk}`,
    paragraphs: [
      `${invitedBy || 'The owner'} has invited you. Choose a password and set up your authenticator app to begin.`,
      `The link works once, for ${validFor}.`,
    ],
    link: { label: 'Accept the invitation', url },
  }),
  'password-reset': ({ url = '', validFor = '' }: Details): PlainLetter => ({
    subject: `A new password for the ${desk}`,
    title: 'Choose a new password',
    paragraphs: [
      `Somebody asked for a new password for your account. The link works once, for ${validFor}.`,
      'You will still need a code from your authenticator app to sign in. If you did not ask, do nothing: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
  }),
  'password-changed': (): PlainLetter => ({
    subject: `Your password for the ${desk} was changed`,
    title: 'Your password was changed',
    paragraphs: ['All your sessions have been ended. Sign in with the new password.', notYou],
    link: null,
  }),
  'account-locked': ({ minutes = '' }: Details): PlainLetter => ({
    subject: `Sign-in to the ${desk} is paused`,
    title: 'Too many wrong passwords or codes',
    paragraphs: [
      `Somebody tried your account several times without success, so for ${minutes} minutes it takes no sign-in from there. Strangers are counted together; a browser in which you have signed in before is counted by itself.`,
      `If it was you, wait, or choose a new password. ${notYou}`,
    ],
    link: null,
  }),
  'email-changed': ({ email = '' }: Details): PlainLetter => ({
    subject: `Your email address for the ${desk} was changed`,
    title: 'Your email address was changed',
    paragraphs: [`From now on you sign in with ${email}, and our emails to you go there.`, notYou],
    link: null,
  }),
  'authenticator-moved': (): PlainLetter => ({
    subject: `Your authenticator app for the ${desk} was moved`,
    title: 'Your authenticator app was moved',
    paragraphs: [
      'Codes of the app that you used before, and its recovery codes, no longer work. Your other sessions have ended.',
      notYou,
    ],
    link: null,
  }),
  'recovery-codes-made': (): PlainLetter => ({
    subject: `New recovery codes for the ${desk}`,
    title: 'New recovery codes were made',
    paragraphs: ['The recovery codes that you had before no longer work.', notYou],
    link: null,
  }),
} as const;

export function renderStaffLetter(kind: keyof typeof letters, details: Details): Rendered {
  return renderPlainLetter(letters[kind](details));
}
