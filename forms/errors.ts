import { site } from '#content/site.ts';
import type { Field } from './form.ts';
import { notices } from './notices.ts';

/**
 * Every message about a failure, shared by browser and server, beside those of the specification (`notices.ts`). Each says what to do
 * next. server/web/every-error.test.ts provokes each.
 */

const call = `call us on ${site.helpline.display}`;

/** The message beside an invalid field. */
export const fieldProblems = {
  missing: (field: Field) =>
    field.type === 'checkbox'
      ? 'Tick this box to carry on.'
      : field.label.endsWith('?')
        ? `Answer the question “${field.label}”.`
        : field.options
          ? `Choose an answer: ${field.label}.`
          : `Enter ${ofSender(field)}.`,
  notText: ({ label }: Field) =>
    `${label.endsWith('?') ? `The answer to “${label}”` : label} has characters we cannot read. Type it again.`,
  notOffered: ({ type, label }: Field) =>
    type === 'checkbox'
      ? 'Tick the box, or leave it empty.'
      : `Choose one of the answers ${label.endsWith('?') ? `to “${label}”` : `under ${label}`}.`,
  notAnEmail: () => notices.invalidEmail.description,
};

/** Messages of the server's responses to a submitted form, for visitors. */
export const refusals = {
  checkAnswers: 'Please check the answers marked below.',
  sentWithOtherAnswers: 'You changed something after sending. Please reload the page and send again.',
  notSaved: `We could not save your message just now. Please try again, or ${call}.`,
  tooManyFromAddress: (seconds: number) =>
    `Too many messages from this connection. Please send yours again in ${waitWords(seconds)}, or ${call}.`,
  tooMuchWork: (seconds: number) =>
    `Too much was asked for from this connection. Please try again in ${waitWords(seconds)}, or ${call}.`,
  tooLong: `That is more than we can take in one message. Please shorten it, or ${call}.`,
  unreadablePost: `We could not read what was sent. Please go back, reload the page and send it again, or ${call}.`,
  foreignSite: 'This form can only be sent from our own website. Please open our website and send it there.',
  ourFault: `Something went wrong on our side. Please try again, or ${call}.`,
};

/** The error page for a rejected post without JavaScript. */
export const problemPage = {
  title: 'Sorry, that did not work',
  back: 'To see what you typed, go back in your browser.',
  number: 'If you tell us about it, give us this number:',
};

/** Messages of the server's responses to programs, for their developers. */
export const wireErrors = {
  notJson: 'That is not JSON. Send a JSON object in UTF-8.',
  notJsonType: 'Send application/json.',
  notUtf8: 'Send UTF-8.',
  compressed: 'Send the body without compression.',
  notFormType: 'Send the form as application/x-www-form-urlencoded or multipart/form-data.',
  noSuchForm: 'There is no form of that name. Check the form name.',
  noSuchFunction: 'There is no such function. Check the address.',
  noSuchTable: 'There is no such table. Check the address.',
  oneRow: 'Send one row.',
  keyTooLong: 'That Idempotency-Key is too long. Send 255 characters at most.',
  onlyPost: 'Only POST is possible here.',
  onlyRead: 'This address can only be read.',
  unreadableAddress: 'That address cannot be read. Check how it is written.',
  stopping: 'This process is about to stop. Try again in a moment.',
};

/** A field in a sentence: "your first name", but "the make". What browsers fill in belongs to the sender. */
function ofSender({ label, autoComplete = 'off' }: Field): string {
  const name = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return name.startsWith('your ') ? name : `${autoComplete === 'off' ? 'the' : 'your'} ${name}`;
}

function waitWords(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} minutes` : 'an hour';
}
