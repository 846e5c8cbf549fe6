/** Spam signals that a form sends beside its answers. Shared by browser and server. */

/**
 * The honeypot: hidden from people and unknown to autofill, so only a bot fills it in. It is never stored. The name invites bots and
 * is none that autofill recognises, as it does company, url or fax.
 */
export const honeypotField = 'howDidYouFindUs';

/** The header with the form's age in milliseconds: since it became interactive, or since the last one was accepted. */
export const formAgeHeader = 'X-Form-Age';

/**
 * A form submitted within this time of hydration counts as sent by a bot. Not more than 50 ms, because a form can be filled in before
 * hydration or restored after a reload, and then only the button has to be pressed.
 */
export const leastPlausibleAgeMs = 50;

/** Submitted within this time is a weak signal only: autofill can fill in three fields at once. */
export const unhurriedAgeMs = 2_000;
