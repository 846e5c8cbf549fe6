import { site } from '#content/site.ts';
import { defineEmail } from '#server/mail/out/define-email.ts';

const desk = `${site.brand} desk`;
const notYou = 'If this was not you, tell the owner of the desk at once.';

/** The e-mails to a member of staff about their account. `url` is a one-time link. */
export const accountEmails = [
  defineEmail({
    template: 'invitation',
    title: 'To a member of staff: invitation',
    to: 'staff',
    render: ({ url = '', invitedBy = '', validFor = '' }) => ({
      subject: `Your invitation to the ${desk}`,
      title: `Join the ${desk}`,
      paragraphs: [
        `${invitedBy || 'The owner'} has invited you. Choose a password and set up your authenticator app to begin.`,
        `The link works once, for ${validFor}.`,
      ],
      link: { label: 'Accept the invitation', url },
    }),
  }),
  defineEmail({
    template: 'password-reset',
    title: 'To a member of staff: new password',
    to: 'staff',
    render: ({ url = '', validFor = '', authenticator = 'kept', resetBy = '' }) => ({
      subject: `A new password for the ${desk}`,
      title: 'Choose a new password',
      paragraphs: [
        resetBy
          ? `${resetBy} has reset your sign-in. Your old password, your authenticator app, your recovery codes and your passkeys no longer work, and you are signed out everywhere.`
          : 'Somebody asked for a new password for your account.',
        `Choose a new password with the link below. It works once, for ${validFor}.`,
        authenticator === 'none'
          ? 'When you then sign in, you set up your authenticator app and get new recovery codes.'
          : 'You still need your authenticator app, a recovery code or a passkey to sign in: the link does not change them.',
        ...(resetBy ? [] : ['If you did not ask, do nothing: your password stays as it is.']),
      ],
      link: { label: 'Choose a new password', url },
    }),
  }),
  defineEmail({
    template: 'password-changed',
    title: 'To a member of staff: password changed',
    to: 'staff',
    render: () => ({
      subject: `Your password for the ${desk} was changed`,
      title: 'Your password was changed',
      paragraphs: ['All your sessions have been ended. Sign in with the new password.', notYou],
    }),
  }),
  defineEmail({
    template: 'account-locked',
    title: 'To a member of staff: sign-in paused',
    to: 'staff',
    render: ({ minutes = '' }) => ({
      subject: `Sign-in to the ${desk} is paused`,
      title: 'Too many attempts to sign in failed',
      paragraphs: [
        `Somebody tried your account several times without success. Sign-in is paused for ${minutes} minutes. A browser you have used before still works, unless the attempts came from it.`,
        `If it was you, wait, or choose a new password. ${notYou}`,
      ],
    }),
  }),
  defineEmail({
    template: 'email-changed',
    title: 'To a member of staff: email address changed',
    to: 'staff',
    render: ({ email = '' }) => ({
      subject: `Your email address for the ${desk} was changed`,
      title: 'Your email address was changed',
      paragraphs: [`From now on you sign in with ${email}, and our emails to you go there.`, notYou],
    }),
  }),
  defineEmail({
    template: 'authenticator-moved',
    title: 'To a member of staff: authenticator app moved',
    to: 'staff',
    render: () => ({
      subject: `Your authenticator app for the ${desk} was moved`,
      title: 'Your authenticator app was moved',
      paragraphs: [
        'Codes of the app that you used before, and its recovery codes, no longer work. Your other sessions have ended.',
        notYou,
      ],
    }),
  }),
  defineEmail({
    template: 'recovery-codes-made',
    title: 'To a member of staff: recovery codes made',
    to: 'staff',
    render: () => ({
      subject: `New recovery codes for the ${desk}`,
      title: 'New recovery codes were made',
      paragraphs: ['The recovery codes that you had before no longer work.', notYou],
    }),
  }),
  defineEmail({
    template: 'passkey-added',
    title: 'To a member of staff: passkey added',
    to: 'staff',
    render: ({ name = '' }) => ({
      subject: `A passkey for the ${desk} was added`,
      title: 'A passkey was added to your account',
      paragraphs: [
        `“${name}” can sign in as you from now on, without your password and without a code. Your account page lists your passkeys.`,
        notYou,
      ],
    }),
  }),
  defineEmail({
    template: 'passkey-removed',
    title: 'To a member of staff: passkey removed',
    to: 'staff',
    render: ({ name = '' }) => ({
      subject: `A passkey for the ${desk} was removed`,
      title: 'A passkey was removed from your account',
      paragraphs: [`“${name}” no longer signs in to your account.`, notYou],
    }),
  }),
] as const;

export type AccountTemplate = (typeof accountEmails)[number]['template'];
