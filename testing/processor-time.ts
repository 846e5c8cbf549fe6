/**
 * Starts a clock of the time that this process has a processor, in milliseconds. It is the same on a busy machine, and goes on where
 * it was after one that stood still.
 */
export function startProcessorClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
