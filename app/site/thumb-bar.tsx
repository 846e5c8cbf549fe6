import { PageLink } from '#app/ui/page-link.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

/** On a phone: the two things to do now, always under the thumb. */
export function ThumbBar() {
  return (
    <nav aria-label="Get help now" className="thumb-bar">
      <a href={`tel:${site.helpline.tel}`} className="button button-route">
        <Pictogram name="phone" className="glyph" />
        Call 24/7
      </a>
      <PageLink to="/make-a-claim" className="button button-now">
        Make a Claim
      </PageLink>
    </nav>
  );
}
