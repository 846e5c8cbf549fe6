import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';
import { isAlwaysOpen, openHours } from '#content/stated-hours.ts';

/** The call to action at the foot of a page. */
export function ClaimCta() {
  return (
    <section className="container section" aria-labelledby="claim-cta">
      <div className="sign claim-cta cluster-between">
        <div className="stack">
          <h2 id="claim-cta">Tell us what happened</h2>
          <p>There is no obligation. Before you sign, we explain what hire or repair on credit could cost you.</p>
        </div>
        <a href="/make-a-claim" className="button button-action">
          Make a Claim
          <Pictogram name="arrow" className="icon" />
        </a>
      </div>
    </section>
  );
}

/** The number to call, beside a long form, for visitors who would rather talk. */
export function CallInstead() {
  return (
    <aside className="sidebar stack" aria-label="Rather talk?">
      <div className="sign sign-motorway stack">
        <h2>Rather talk?</h2>
        <p>We answer {openHours}. In an emergency call 999 first.</p>
        <a href={`tel:${site.helpline.tel}`} className="button button-action">
          <Pictogram name="phone" className="icon" />
          {site.helpline.display}
        </a>
      </div>
    </aside>
  );
}

export function ImmediateAssistance() {
  return (
    <aside className="sign sign-motorway stack" aria-labelledby="assistance">
      <h2 id="assistance">{isAlwaysOpen ? 'Need Immediate Assistance?' : 'Need to Speak to Us?'}</h2>
      <p>{`Speak to our team ${isAlwaysOpen ? 'any time, day or night' : openHours}. In an emergency call 999 first.`}</p>
      <a href={`tel:${site.helpline.tel}`} className="button button-action">
        <Pictogram name="phone" className="icon" />
        <span>
          Call the helpline: <span className="nowrap">{site.helpline.display}</span>
        </span>
      </a>
    </aside>
  );
}
