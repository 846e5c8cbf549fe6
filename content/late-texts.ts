import type { FormText } from './form-texts.ts';

/**
 * What a form says only once it is in use, in English: above all while something waits on the device. Translations of these are no part
 * of the page, but are loaded when somebody begins to fill it in. `$time`, `$next` and `$count` are replaced.
 */
export type LateText =
  | 'The form is cleared.'
  | 'Undo'
  | 'We may not be able to call this number. Please check it; if it is right, carry on.'
  | 'On its way'
  | 'your claim and 1 photograph'
  | 'your claim and $count photographs'
  | '1 photograph of your claim'
  | '$count photographs of your claim'
  | 'There is no connection.'
  | 'No answer came, so we do not know whether it has arrived.'
  | 'Our server cannot take it just now.'
  | 'Another page answered instead of ours. Does this Wi-Fi want you to sign in first?'
  | 'Everything is kept on this device and sent by itself as soon as there is a connection.'
  | 'Last tried at $time. We try again at $next.'
  | 'Last tried at $time.'
  | 'Trying to send it…'
  | 'Try now'
  | 'Do not send it'
  | 'Delete it from this device?'
  | 'Yes, delete it'
  | 'No, keep it'
  | 'Keep this page open if you can. If you close it, open it again within a few days.'
  | 'If you change your answers and send them again, they take the place of these.'
  | 'We will not send it. Your answers are still in the form.'
  | '1 photograph will be sent with it.'
  | '$count photographs will be sent with it.'
  | 'Chosen photographs'
  | 'Remove'
  | 'Only photographs go with the form. Add other files later, by your link.'
  | 'A photograph can have up to 25 MB.'
  | 'This device has no room to keep it. Leave this page open until it is sent.';

export type LateTexts = Record<LateText, string>;

/** A text in the language of the page; one that is not loaded yet is in English. */
export type TranslateAll = (text: FormText | LateText) => string;
