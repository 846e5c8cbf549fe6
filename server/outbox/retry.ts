const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first five tries, in this order; then hourly. */
const firstDelaysMs = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];

/** Five days of trying: longer than a bank-holiday weekend with a mail server that nobody looks at. */
export const giveUpAfterMs = 5 * 24 * hour;

/**
 * When to try again after try number `tries` failed, or null to give up.
 * The hourly tries are spread over ten per cent, so that a backlog does not come back as one wave.
 */
export function nextTryAt(
  letter: { tries: number; firstTriedAt: number },
  now: number,
  random: () => number = Math.random,
): number | null {
  if (now - letter.firstTriedAt >= giveUpAfterMs) return null;
  return now + (firstDelaysMs[letter.tries - 1] ?? hour * (0.95 + random() * 0.1));
}
