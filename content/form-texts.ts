/**
 * What a form says beside what its definition has, in English. Translations are looked up by it, so that forms in English carry no list.
 * `$time`, `$count` and `$hours` are replaced. `en-GB` is the locale that times are written in.
 */
export type FormText =
  | 'en-GB'
  | '.'
  | ','
  | 'Fields marked'
  | 'with a star'
  | 'are required. We use your details to deal with your enquiry; see'
  | 'Privacy Policy'
  | 'optional'
  | 'We kept what you typed earlier on this device. Carry on where you stopped.'
  | 'Error: '
  | 'There is a problem'
  | 'Yes, the same accident: add this to it'
  | 'No, this is another accident'
  | 'Clear this form'
  | 'Another accident?'
  | 'Not sent yet.'
  | 'Your answers are still here'
  | 'This browser keeps nothing for us, so it is not sent by itself. Keep this page open.'
  | 'We have your claim'
  | 'Your reference'
  | 'Please have this reference ready.'
  | 'We will call you as soon as we can, by $time at the latest.'
  | 'Tell your insurer now. We have not told any insurer. Legal time limits keep running.'
  | 'Keep your photographs.'
  | 'Do not start repairs.'
  | 'Need us sooner? Call'
  | '$hours'
  | 'Finish your claim: add photographs and the other answers'
  | 'Anyone with this link can see your claim. Do not forward it.'
  | 'Copy'
  | 'Copied'
  | 'Text it to yourself'
  | 'Waiting to be sent'
  | 'your claim'
  | 'Everything is kept on this device and sent again by itself. You cannot send it twice by mistake.'
  | 'Call'
  | 'What you sent now was added to this claim, which you began before.'
  | 'We have your phone number as'
  | 'Wrong? Change it'
  | 'Print this';

export type FormTexts = Record<FormText, string>;

/** What the sender of a claim does next. */
export const whatToDoNow = [
  'Tell your insurer now. We have not told any insurer. Legal time limits keep running.',
  'Keep your photographs.',
  'Do not start repairs.',
] as const satisfies FormText[];

/** A text in the language of the page. */
export type Translate = (text: FormText) => string;
