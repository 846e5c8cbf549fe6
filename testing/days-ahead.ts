/**
 * How many days the clock of this process is ahead, as in npm run test:ahead: that of other programs, such as openssl and a mail server, is
 * not. `performance` is not moved.
 */
export const daysAhead = Math.round((Date.now() - performance.timeOrigin - performance.now()) / 86_400_000);
