import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { noCostShort } from '#content/no-cost.ts';
import { homePage } from '#content/pages/home.ts';
import { site } from '#content/site.ts';

/** The direction sign where the car has pulled over: ahead, and the two ways off. Beside it the sign with the number to call. */
export function HomeHero() {
  return (
    <div className="home-hero roadside">
      <div className="rail home-signs">
        <div className="posts">
          <div className="sign">
            <p className="home-route">
              <span className="patch">24/7</span> Help after a non-fault accident
            </p>
            <h1>{homePage.heading}</h1>
            <div className="ways">
              <p className="hero-lead">{homePage.lead}</p>
              <p className="hero-actions">
                <PageLink to="/make-a-claim" className="button button-now">
                  Make a Claim
                  <Pictogram name="arrow" className="glyph" />
                </PageLink>
                <PageLink to="/services" className="button button-sign">
                  Our Services
                </PageLink>
              </p>
            </div>
          </div>
          <p className="plate">{noCostShort}</p>
        </div>
        <div className="posts home-call">
          <div className="sign sign-motorway">
            <Pictogram name="phone" className="" />
            <p>
              Or call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a> {site.hours}
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
