import type { Block } from '#forms/answers.ts';

/** What is longer than this, or has several lines, gets the whole width. */
const longText = 48;

/** Everything that was sent, under the form's own sections. */
export function Answers({ blocks }: { blocks: Block[] }) {
  return blocks.map(({ title, lines }) => (
    <section key={title} className="panel">
      <h2>{title}</h2>
      <dl className="facts">
        {lines.map(({ label, value }) => (
          <div key={label} className={isLong(value) || isLong(label) ? 'long' : undefined}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function isLong(text: string): boolean {
  return text.length > longText || text.includes('\n');
}
