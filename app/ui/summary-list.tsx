import type { ReactNode } from 'react';

type Props = { lines: { label: string; value: string }[]; after?: (value: string) => ReactNode };

/** What somebody answered, beside what was asked. `after`: what follows an answer. */
export function SummaryList({ lines, after }: Props) {
  return (
    <dl className="summary-list">
      {lines.map(({ label, value }) => (
        <div key={label} className={isLong(value) || isLong(label) ? 'summary-list-wide' : undefined}>
          <dt>{label}</dt>
          <dd dir="auto">
            {value}
            {after?.(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What takes the whole width: a long text, one of several lines, and a word that half a column would break in two, such as an email address. */
function isLong(text: string): boolean {
  return text.length > 48 || /\n|\S{21}/.test(text);
}
