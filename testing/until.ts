/**
 * How long anything may take: very many times what it takes on an idle machine, because neither a busy one nor a disk that stands
 * still for half a minute is a fault of the product.
 */
export const waitLimitMs = 90_000;

/** How long a whole test may take. Each of its waits has a limit of its own, so that a test that hangs ends long before. */
export const testMs = 10 * waitLimitMs;

/** Waits for a condition, not for a time; fails after `limitMs` with what was waited for. */
export async function until<T>(what: string, condition: () => T | Promise<T>, limitMs = waitLimitMs): Promise<NonNullable<T>> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Timed out waiting for ${what}.`);
}
