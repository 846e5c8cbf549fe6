/** The least contrast of WCAG AA: of text, and of lines that show where a field or a sign ends. */
const least = { text: 4.5, line: 3 };

/** What most of a page is on. */
const grounds = ['paper', 'surface'];

/** The ground of what is open in a list: a surface with so much of another colour in it. */
const open = { on: 'surface', mixed: { with: 'motorway', percent: 18 } };

type Pair = { of: string; on: string; as: keyof typeof least; mixed?: { with: string; percent: number } };

/** What stands on what, by the names of the colours. styles.test.ts asks for each pair that a stylesheet has. */
const pairs: Pair[] = [
  ...['ink', 'muted', 'link', 'danger'].flatMap((of) => [...onGrounds(of, 'text'), { of, ...open, as: 'text' as const }]),
  ...['field-line', 'route-line'].flatMap((of) => onGrounds(of, 'line')),
  ...['route', 'route-deep', 'motorway', 'alert', 'good', 'tar'].map((on) => ({ of: 'on-sign', on, as: 'text' as const })),
  { of: 'on-action', on: 'action', as: 'text' },
];

/** A sentence for each colour that cannot be told apart well enough from a ground, the one where it is worst. Colours that are missing or no #rrggbb have sentences of their own. */
export function contrastProblems(
  file: string,
  colours: ReadonlyMap<string, string>,
  isAsked: (names: string[]) => boolean = () => true,
): string[] {
  const asked = pairs.filter(({ of, on, mixed }) => isAsked([of, on, ...(mixed ? [mixed.with] : [])]));
  const found = asked.flatMap(({ of, on, as, mixed }) => {
    const [front, plain, other] = [colours.get(of), colours.get(on), mixed ? colours.get(mixed.with) : '#000000'];
    if (!isColour(front) || !isColour(plain) || !isColour(other)) return [];
    const ground = mixed ? mix(plain, other, mixed.percent) : plain;
    return [{ of, on, as, mixed, front, ground, found: contrast(front, ground) }];
  });
  const tooLittle = found
    .filter(({ as, found }) => found < least[as])
    .toSorted((a, b) => Number(!!a.mixed) - Number(!!b.mixed) || a.found - b.found);
  const worst = tooLittle.filter(
    ({ of, on }, index) => tooLittle.findIndex((pair) => pair.of === of && (pair.on === on || isGround(on))) === index,
  );
  return worst.map(({ of, on, as, mixed, front, ground, found }) => {
    const shown = Math.floor(found * 10) / 10;
    const [better, other] = isLighter(front, ground) ? ['lighter', 'darker'] : ['darker', 'lighter'];
    const mixture = mixed ? ` with ${mixed.percent} % of --${mixed.with}` : '';
    return `${file}: --${of} (${front}) on --${on}${mixture} (${ground}) has a contrast of ${shown} to 1, and ${as === 'text' ? 'text' : 'a line'} needs ${least[as]} to 1. Make --${of} ${better}, or --${on} ${other}.`;
  });
}

/** What `color-mix(in srgb, …)` makes of two colours. */
function mix(colour: string, other: string, percent: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one = 0, two = 0] = [colour, other].map((from) => Number.parseInt(from.slice(at, at + 2), 16));
    return Math.round(one + ((two - one) * percent) / 100)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** From 1 to 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function isLighter(one: string, other: string): boolean {
  return luminance(one) > luminance(other);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function isColour(value: string | undefined): value is string {
  return value !== undefined && /^#[0-9a-f]{6}$/i.test(value);
}

function isGround(name: string): boolean {
  return grounds.includes(name);
}

function onGrounds(of: string, as: keyof typeof least) {
  return grounds.map((on) => ({ of, on, as }));
}
