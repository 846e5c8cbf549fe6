import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { noCostShort } from '#content/notices.ts';
import { site } from '#content/site.ts';

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

/** Beside a long form: for whoever would rather speak to somebody. */
export function CallInstead({ note }: { note: string }) {
  return (
    <aside className="side stack" aria-label="Rather talk?">
      <div className="sign sign-motorway stack">
        <h2>Rather talk?</h2>
        <p>We answer {site.hours}. In an emergency call 999 first.</p>
        <a href={`tel:${site.helpline.tel}`} className="button button-now">
          <Pictogram name="phone" className="glyph" />
          {site.helpline.display}
        </a>
      </div>
      <p className="notice-small">{note}</p>
    </aside>
  );
}

export function ImmediateAssistance() {
  return (
    <aside className="sign sign-motorway stack" aria-labelledby="assistance">
      <h2 id="assistance">Need Immediate Assistance?</h2>
      <p>Speak to our team any time, day or night. In an emergency call 999 first.</p>
      <a href={`tel:${site.helpline.tel}`} className="button button-now">
        <Pictogram name="phone" className="glyph" />
        <span>
          Call the helpline: <span className="whole">{site.helpline.display}</span>
        </span>
      </a>
    </aside>
  );
}
