import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { whyChoose } from '#content/why-choose.ts';

export function WhyChoose() {
  return (
    <section className="rail band" aria-labelledby="why-title">
      <div className="sign sign-motorway split">
        <div className="stack">
          <h2 id="why-title">{whyChoose.title}</h2>
          <p>{whyChoose.lead}</p>
          <p>
            <PageLink to="/about" className="button button-sign">
              More about us
              <Pictogram name="arrow" className="glyph" />
            </PageLink>
          </p>
        </div>
        <ul className="why-list">
          {whyChoose.points.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
