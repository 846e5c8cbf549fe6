import { useLocation } from 'react-router';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';
import { callLabel } from '#content/stated-hours.ts';

/** The bar at the bottom of phones: call and claim. Beside a form that begins a claim, WhatsApp replaces the claim button. */
export function MobileActionBar() {
  const claiming = ['/make-a-claim', '/roadside'].includes(useLocation().pathname);
  return (
    <nav aria-label="Get help now" className="mobile-action-bar" lang="en-GB">
      <a href={`tel:${site.helpline.tel}`} className="button button-primary">
        <Pictogram name="phone" className="icon" />
        {callLabel}
      </a>
      {claiming ? (
        <a href={site.whatsapp.href} target="_blank" rel="noopener noreferrer" className="button button-quiet">
          <Pictogram name="chat" className="icon" />
          WhatsApp
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <a href="/make-a-claim" className="button button-action">
          Make a Claim
        </a>
      )}
    </nav>
  );
}
