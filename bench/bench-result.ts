/** One figure: what was measured, the result, and what it was compared with in the same run. */
export type Line = { what: string; found: string; ratio?: number; budget?: string };

/** Runs a measurement in a folder that is empty before and removed afterwards. */
export type Measurement = (folder: string) => Promise<Line[]>;

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
