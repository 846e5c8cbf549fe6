import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { noCostShort } from '#content/notices.ts';
import { homePage } from '#content/pages/home.ts';
import { site } from '#content/site.ts';
import { RoadAhead } from './road-ahead.tsx';

/** A direction sign at the first junction after the crash: which way to help. */
export function HomeHero() {
  return (
    <div className="home-hero">
      <RoadAhead />
      <div className="rail">
        <div className="sign home-sign">
          <p className="home-sign-route">
            <span className="patch">24/7</span> Help after a non-fault accident
          </p>
          <h1>{homePage.heading}</h1>
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
          <p className="home-sign-call">
            Or call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, {site.hours}
          </p>
        </div>
        <p className="home-condition">{noCostShort}</p>
      </div>
    </div>
  );
}
