/** What a form sends beside its answers, so that programs can be told from people. Shared by browser and server. */

/**
 * A field that no person sees and no browser fills in; whoever fills it in is a program. It is no answer and is never stored.
 * The name is a question that programs like to answer; no autofill knows it (names such as company, url or fax it does know).
 */
export const trapField = 'howDidYouFindUs';

/** The header with the form's age in milliseconds: since it became interactive, or since the last one was accepted. */
export const formAgeHeader = 'X-Form-Age';

/**
 * Younger than this a form was sent in the moment in which it came alive: no hand does that, so it is proof enough.
 * Not more, because a form can be typed in full while its scripts are still on the way over a bad signal, or come back filled
 * in after a reload: then a person needs only to press the button.
 */
export const leastPlausibleAgeMs = 50;

/** Younger than this is quick, also for somebody whose browser fills in three fields at a touch: a weak sign, never proof. */
export const unhurriedAgeMs = 2_000;
