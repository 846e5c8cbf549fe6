import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { noCostShort } from '#content/no-cost.ts';

/** The call to action at the foot of a page. */
export function ClaimCall() {
  return (
    <section className="rail band" aria-labelledby="claim-call">
      <div className="sign claim-call">
        <div className="stack">
          <h2 id="claim-call">Ready when you are</h2>
          <p>Tell us what happened. It takes a few minutes and commits you to nothing. {noCostShort}</p>
        </div>
        <PageLink to="/make-a-claim" className="button button-now">
          Make a Claim
          <Pictogram name="arrow" className="glyph" />
        </PageLink>
      </div>
    </section>
  );
}
