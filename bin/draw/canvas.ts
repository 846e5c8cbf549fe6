import { linesOf, type Place, type Point } from './path.ts';

/** How far a pixel's centre is outside a shape, in pixels; negative inside. */
type Distance = (x: number, y: number) => number;
type Box = { left: number; top: number; right: number; bottom: number };

/** A picture in memory, RGBA, and the few shapes that a road sign is made of. Edges are smooth: a pixel is covered by its distance. */
export class Canvas {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: string, radius = 0): void {
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const distance: Distance = (px, py) => {
      const dx = Math.abs(px - middleX) - width / 2 + radius;
      const dy = Math.abs(py - middleY) - height / 2 + radius;
      return dx > 0 && dy > 0 ? Math.sqrt(dx * dx + dy * dy) - radius : Math.max(dx, dy) - radius;
    };
    this.#paint({ left: x, top: y, right: x + width, bottom: y + height }, distance, colour);
  }

  /** Everything inside a path's lines. */
  fill(path: string, place: Place, colour: string): void {
    for (const line of linesOf(path, place)) {
      const edges = segmentsOf([...line, ...line.slice(0, 1)]);
      const distance: Distance = (x, y) => (isInside(edges, x, y) ? -1 : 1) * nearest(edges, x, y);
      this.#paint(around(line, 1), distance, colour);
    }
  }

  /** A path drawn with a round pen so many pixels wide. */
  stroke(path: string, place: Place, pen: number, colour: string): void {
    for (const line of linesOf(path, place)) {
      const edges = segmentsOf(line.length === 1 ? [...line, ...line] : line);
      this.#paint(around(line, pen), (x, y) => nearest(edges, x, y) - pen / 2, colour);
    }
  }

  #paint(box: Box, distance: Distance, colour: string): void {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(this.height, Math.ceil(box.bottom)); y++) {
      for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(this.width, Math.ceil(box.right)); x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
        if (cover > 0) this.#blend((y * this.width + x) * 4, rgb, cover);
      }
    }
  }

  #blend(at: number, rgb: number[], cover: number): void {
    const under = ((this.pixels[at + 3] ?? 0) / 255) * (1 - cover);
    for (let channel = 0; channel < 3; channel++) {
      const mixed = (rgb[channel] ?? 0) * cover + (this.pixels[at + channel] ?? 0) * under;
      this.pixels[at + channel] = Math.round(mixed / (cover + under));
    }
    this.pixels[at + 3] = Math.round((cover + under) * 255);
  }
}

type Segment = [from: Point, to: Point];

function segmentsOf(points: Point[]): Segment[] {
  return points.slice(1).map((to, index) => [points[index] ?? to, to]);
}

function nearest(segments: Segment[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [[ax, ay], [bx, by]] of segments) {
    const [wide, high] = [bx - ax, by - ay];
    const length = wide * wide + high * high;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * wide + (y - ay) * high) / length));
    const [offX, offY] = [x - ax - along * wide, y - ay - along * high];
    least = Math.min(least, offX * offX + offY * offY);
  }
  return Math.sqrt(least);
}

function isInside(segments: Segment[], x: number, y: number): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of segments) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

function around(points: Point[], margin: number): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}
