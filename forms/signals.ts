/** Spam signals that a form sends beside its answers. Shared by browser and server. */

/**
 * The honeypot: a field that is hidden from people and unknown to autofill, so that only a bot fills it in. It is never stored. Its
 * name attracts bots and, unlike company, url or fax, is not known to autofill.
 */
export const honeypotField = 'howDidYouFindUs';

/** The header with the age of the form in milliseconds, since it became interactive or since the last one was accepted. */
export const formAgeHeader = 'X-Form-Age';

/**
 * A form that is submitted within this time after hydration counts as sent by a bot. It is only 50 ms, because a form can be filled
 * in before hydration or restored after a reload, and then only the button has to be pressed.
 */
export const leastPlausibleAgeMs = 50;

/** Submitting within this time is only a weak signal, because autofill can fill in three fields at once. */
export const unhurriedAgeMs = 2_000;
