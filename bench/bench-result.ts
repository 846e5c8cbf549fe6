/** One figure: what was measured, what was found, and against what it stood in the same run. */
export type Line = { what: string; found: string; ratio?: number; budget?: string };

/** Measures with files in this folder, which is empty before and gone afterwards. */
export type Measurement = (folder: string) => Promise<Line[]>;

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
