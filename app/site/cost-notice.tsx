import { money } from '#content/money.ts';
import { noCostFull } from '#content/no-cost.ts';

/** The terms in full, on each page that says there is nothing to pay up front. */
export function CostNotice() {
  const { title, lead, points, rest } = noCostFull;
  return (
    <section className="callout callout-small prose" aria-labelledby="cost-notice">
      <h3 id="cost-notice">{title}</h3>
      <p>{lead}</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p>{rest}</p>
      <p>{money.earnings}</p>
    </section>
  );
}
