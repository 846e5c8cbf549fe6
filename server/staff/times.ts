/** A session ends after this long without a request, and after this long whatever happens. */
export const idleSeconds = 30 * 60;
export const absoluteSeconds = 8 * 60 * 60;

/** How long a link for a new password works, how long the second step of signing in may take, and how long an invitation waits. */
export const resetSeconds = 60 * 60;
export const secondStepSeconds = 10 * 60;
export const invitationMs = 2 * 24 * 60 * 60_000;
