/** The least contrast of WCAG AA: of text, and of lines that show where a field or a sign ends. */
const least = { text: 4.5, line: 3 };

/** What most of a page is on. */
const grounds = ['paper', 'surface'];

/** What stands on what, by the names of the colours. */
const pairs: { of: string; on: string; as: keyof typeof least }[] = [
  ...['ink', 'muted', 'link', 'danger'].flatMap((of) => onGrounds(of, 'text')),
  ...['field-line', 'route-line'].flatMap((of) => onGrounds(of, 'line')),
  ...['route', 'route-deep', 'motorway', 'alert', 'good'].map((on) => ({ of: 'on-sign', on, as: 'text' as const })),
  { of: 'on-action', on: 'action', as: 'text' },
];

/** A sentence for each colour that cannot be told apart well enough from a ground, the one where it is worst. Colours that are missing or no #rrggbb have sentences of their own. */
export function contrastProblems(
  file: string,
  colours: ReadonlyMap<string, string>,
  isAsked: (names: string[]) => boolean = () => true,
): string[] {
  const asked = pairs.filter(({ of, on }) => isAsked([of, on]));
  const found = asked.flatMap(({ of, on, as }) => {
    const [front, ground] = [colours.get(of), colours.get(on)];
    return isColour(front) && isColour(ground) ? [{ of, on, as, front, ground, found: contrast(front, ground) }] : [];
  });
  const tooLittle = found.filter(({ as, found }) => found < least[as]).toSorted((a, b) => a.found - b.found);
  const worst = tooLittle.filter(
    ({ of, on }, index) => tooLittle.findIndex((pair) => pair.of === of && (pair.on === on || isGround(on))) === index,
  );
  return worst.map(({ of, on, as, front, ground, found }) => {
    const shown = Math.floor(found * 10) / 10;
    return `${file}: --${of} (${front}) on --${on} (${ground}) has a contrast of ${shown} to 1, and ${as === 'text' ? 'text' : 'a line'} needs ${least[as]} to 1. Make --${of} ${isLighter(front, ground) ? 'lighter' : 'darker'}, or --${on} ${isLighter(front, ground) ? 'darker' : 'lighter'}.`;
  });
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
