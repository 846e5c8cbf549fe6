import type { Grouping } from '#server/claims/sla/sla-report.ts';
import type { NamedReport } from '#server/claims/sla/sla-reports.ts';
import type { Figure, Tally } from '#server/claims/sla/tally.ts';

type Group = NamedReport['targets'][number]['groups'][number];

/** The parts of a bar, from its beginning, with the texts of the key. */
const parts = [
  ['met', 'In time'],
  ['missed', 'Too late'],
  ['closedWithout', 'Closed without contact'],
  ['withdrawn', 'Withdrawn'],
  ['open', 'Open'],
] as const satisfies [Figure, string][];

type Part = (typeof parts)[number][0];

type ChartProps = { groups: Group[]; by: Grouping; label: string };

/**
 * The groups as stacked bars, drawn on the server as plain SVG, so that they are there without scripts. The drawing is stretched to the
 * width that there is, and its texts are beside it, where they keep their size. The table behind it has its figures, so a screen reader
 * gets one sentence. Weeks and hours stand side by side as time goes; handlers and forms, whose names are long, below each other.
 */
export function ResponsesChart({ groups, by, label }: ChartProps) {
  const isTime = by === 'week' || by === 'hour';
  const most = Math.max(1, ...groups.map(({ tally }) => tally.total));
  return isTime ? (
    <Columns groups={by === 'week' ? groups.toReversed() : groups} most={most} label={label} />
  ) : (
    <ol className="report-rows">
      {groups.map((group) => (
        <li key={group.key}>
          <bdi>{group.title}</bdi> <span className="muted">{group.tally.total}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <title>{textOf(group)}</title>
            {partsOf(group.tally, 100 / most).map(({ figure, from, size }) => (
              <rect key={figure} className={`report-${figure}`} x={from} y={0} width={size} height={1} />
            ))}
          </svg>
        </li>
      ))}
    </ol>
  );
}

const height = 100;
const columnWidth = 20;
const gap = 6;

function Columns({ groups, most, label }: { groups: Group[]; most: number; label: string }) {
  const width = Math.max(1, groups.length) * (columnWidth + gap);
  return (
    <figure className="report-chart">
      <p className="muted" aria-hidden="true">
        {most}
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {groups.map((group, index) => (
          <g key={group.key}>
            <title>{textOf(group)}</title>
            {partsOf(group.tally, height / most).map(({ figure, from, size }) => (
              <rect
                key={figure}
                className={`report-${figure}`}
                x={index * (columnWidth + gap) + gap / 2}
                y={height - from - size}
                width={columnWidth}
                height={size}
              />
            ))}
          </g>
        ))}
        <rect className="report-base" x={0} y={height - 0.5} width={width} height={0.5} />
      </svg>
      <figcaption className="report-axis muted" aria-hidden="true">
        <span>{groups[0]?.title}</span>
        <span>{groups.at(-1)?.title}</span>
      </figcaption>
    </figure>
  );
}

/** The parts of a bar with their sizes, by so much for each claim, and where each begins. */
export function partsOf(tally: Pick<Tally, Part>, scale: number): { figure: Part; from: number; size: number }[] {
  let from = 0;
  return parts.flatMap(([figure]) => {
    const part = { figure, from, size: tally[figure] * scale };
    from += part.size;
    return part.size > 0 ? [part] : [];
  });
}

function textOf({ title, tally }: Group): string {
  return `${title}: ${parts.map(([figure, text]) => `${text} ${tally[figure]}`).join(', ')}`;
}

export function ChartKey() {
  return (
    <ul className="report-key" aria-label="Key">
      {parts.map(([figure, text]) => (
        <li key={figure}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect className={`report-${figure}`} x="0.5" y="0.5" width="9" height="9" />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
