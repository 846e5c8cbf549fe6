/** Prometheus text format 0.0.4, as much of it as is needed. */
export type Registry = ReturnType<typeof createRegistry>;

type Labels = Record<string, string>;
export type Counter = { add: (labels?: Labels) => void };
export type Histogram = { observe: (value: number) => void };
/** A figure that is read when it is asked for; null where it cannot be had just now. */
export type Reading = { labels?: Labels; value: number | null };

export function createRegistry() {
  const families: (() => string)[] = [];

  return {
    /** Only ever grows. `series` are shown from the start, so that a first event is seen as a rise. */
    counter: (name: string, help: string, series: Labels[] = [{}]): Counter => {
      const values = new Map(series.map((labels) => [labelText(labels), 0]));
      families.push(() =>
        family(
          name,
          'counter',
          help,
          [...values].map(([labels, value]) => `${name}${labels} ${value}`),
        ),
      );
      return { add: (labels = {}) => values.set(labelText(labels), (values.get(labelText(labels)) ?? 0) + 1) };
    },

    /** Counts values up to each bound, which are in the unit of the name. */
    histogram: (name: string, help: string, bounds: number[]): Histogram => {
      const counts = bounds.map(() => 0);
      let sum = 0;
      let count = 0;
      families.push(() =>
        family(name, 'histogram', help, [
          ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index]}`),
          `${name}_bucket{le="+Inf"} ${count}`,
          `${name}_sum ${sum}`,
          `${name}_count ${count}`,
        ]),
      );
      return {
        observe: (value) => {
          for (const [index, bound] of bounds.entries()) if (value <= bound) counts[index] = (counts[index] ?? 0) + 1;
          sum += value;
          count += 1;
        },
      };
    },

    text: () => families.map((write) => write()).join(''),
  };
}

/** Figures that are read at the moment they are asked for. */
export function gaugeText(name: string, help: string, readings: Reading[], type: 'gauge' | 'counter' = 'gauge'): string {
  const known = readings.filter(({ value }) => value !== null);
  return known.length === 0
    ? ''
    : family(
        name,
        type,
        help,
        known.map(({ labels, value }) => `${name}${labelText(labels ?? {})} ${value}`),
      );
}

function family(name: string, type: string, help: string, lines: string[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}
