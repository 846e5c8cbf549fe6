/**
 * What a form says beside what its definition has, in English. Translations are looked up by it, so that forms in English carry no list.
 * `$phone`, `$time` and `$hours` are replaced. `en-GB` is the locale that times are written in.
 */
export type FormText =
  | 'en-GB'
  | 'Fields marked'
  | 'with a star'
  | 'are required. We use your details to deal with your enquiry; see'
  | 'Privacy Policy'
  | 'optional'
  | 'We kept what you typed earlier on this device. Carry on where you stopped.'
  | 'The form is cleared.'
  | 'Undo'
  | 'Clear this form'
  | 'Another accident?'
  | 'Not sent yet.'
  | 'Your answers are still here'
  | 'send them again with the button below, or call'
  | 'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.'
  | 'We have your claim'
  | 'Your reference'
  | 'Please have this reference ready.'
  | 'We will call you on $phone as soon as we can, by $time at the latest.'
  | 'We will call you as soon as we can, by $time at the latest.'
  | 'Now tell your insurer, keep photos, do not start repairs.'
  | 'Need us sooner? Call'
  | '$hours'
  | 'Finish your claim: add photographs and the other answers'
  | 'This link is yours alone.'
  | 'Copy'
  | 'Copied'
  | 'Text it to yourself'
  | 'Print this';

export type FormTexts = Record<FormText, string>;

/** A text in the language of the page. */
export type Translate = (text: FormText) => string;
