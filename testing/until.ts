/** Waits for a condition, not for a time; fails after forty seconds with what was waited for. */
export async function until<T>(what: string, condition: () => T | Promise<T>, limitMs = 40_000): Promise<NonNullable<T>> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Timed out waiting for ${what}.`);
}
