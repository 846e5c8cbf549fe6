export type Point = [x: number, y: number];

/** How a drawing's own measures become pixels. */
export type Place = { x: number; y: number; scale: number };

/** The lines of a path of absolute M, L and Q commands, curves cut into short pieces, each line a row of points. */
export function linesOf(path: string, { x, y, scale }: Place): Point[][] {
  const lines: Point[][] = [];
  for (const [, command, numbers] of path.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const values = (numbers?.match(/-?[\d.]+/g) ?? []).map(Number);
    const points: Point[] = [];
    for (let at = 0; at < values.length; at += 2) {
      points.push([x + (values[at] ?? 0) * scale, y + (values[at + 1] ?? 0) * scale]);
    }
    if (command === 'M') lines.push([]);
    const line = lines.at(-1);
    if (!line) throw new Error(`The path does not begin with M: ${path}`);
    if (command === 'Q') line.push(...curve(line.at(-1), points));
    else line.push(...points);
  }
  return lines;
}

const pieces = 10;

function curve(from: Point | undefined, [control, to]: Point[]): Point[] {
  if (!from || !control || !to) throw new Error('A Q needs a point to start from, a control point and an end.');
  return Array.from({ length: pieces }, (_, index) => {
    const t = (index + 1) / pieces;
    const along = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * (1 - t) * t * control[axis] + t ** 2 * to[axis];
    return [along(0), along(1)];
  });
}
