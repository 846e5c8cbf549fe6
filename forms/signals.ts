/** What a form sends beside its answers, so that bots can be told from people. Shared by browser and server. */

/**
 * A honeypot: no person sees the field and no browser fills it in, so a bot did. It is not an answer and is never stored.
 * Bots like to answer the question in its name, and no autofill knows it (names such as company, url or fax it does know).
 */
export const honeypotField = 'howDidYouFindUs';

/** The header with the form's age in milliseconds: since it became interactive, or since the last one was accepted. */
export const formAgeHeader = 'X-Form-Age';

/**
 * A form younger than this was sent as soon as it was hydrated. No person is that fast, so it is proof enough. Not more than 50 ms,
 * because a form can be filled in before hydration, or come back filled in after a reload: then only the button has to be pressed.
 */
export const leastPlausibleAgeMs = 50;

/** A form younger than this is quick, but a browser can fill in three fields at a touch: a weak signal, never proof. */
export const unhurriedAgeMs = 2_000;
