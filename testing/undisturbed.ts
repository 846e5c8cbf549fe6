/**
 * Measures again, five times at most, until it is within bounds. A machine that stands still spoils one measurement, a fault of the
 * product all of them. Returns the last one.
 */
export async function undisturbed<T>(measure: () => Promise<T>, isWithin: (measured: T) => boolean): Promise<T> {
  let measured = await measure();
  for (let again = 0; again < 4 && !isWithin(measured); again += 1) measured = await measure();
  return measured;
}
