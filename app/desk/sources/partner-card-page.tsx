import { data, Link } from 'react-router';
import { PrintButton } from '#app/ui/print-button.tsx';
import { independent } from '#content/conditions.ts';
import { money } from '#content/money.ts';
import { site } from '#content/site.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/partner-card-page.ts';

export const meta: Route.MetaFunction = () => deskTitle('Partner card');

export async function loader({ params, context }: Route.LoaderArgs) {
  const card = await allow(deskServices(context).desk.sources.card(staffOf(context), params.id));
  if (!card || card.ended) throw data(null, { status: 404 });
  return card;
}

/** As many as fit a sheet of A4, with lines to cut along. */
const cardsOnSheet = ['1', '2', '3', '4'];

export default function PartnerCardPage({ loaderData: { name, code, link, qrSvg } }: Route.ComponentProps) {
  const image = `data:image/svg+xml,${encodeURIComponent(qrSvg)}`;
  return (
    <>
      <div className="not-printed stack">
        <p>
          <Link to="/desk/partner-links">Partner links</Link>
        </p>
        <h1>
          Card of <bdi>{name}</bdi>
        </h1>
        <p>
          Link: <a href={link}>{link}</a>
        </p>
        <p>A sheet of A4 has four cards. The partner’s name is not on them: it is shown on the page that the link opens.</p>
        <p className="cluster">
          <PrintButton className="button-primary">Print the cards</PrintButton>
          <a className="button button-quiet" href={image} download={`qr-code-${code}.svg`}>
            Download the QR code (SVG)
          </a>
        </p>
      </div>
      <ol className="partner-cards" aria-label="Cards">
        {cardsOnSheet.map((card) => (
          <li key={card} className="partner-card">
            <p className="partner-card-brand">{site.brand}</p>
            <p className="partner-card-title">Had an accident that was not your fault?</p>
            <img src={image} alt={`QR code of ${link}`} />
            <p className="partner-card-link">{link.replace(/^https?:\/\//, '')}</p>
            <p>
              Tell us here what happened, or call <strong>{site.helpline.display}</strong>.
            </p>
            <p className="partner-card-small">
              {money.introducers && `Somebody gave you this card? ${money.introducers} `}
              {independent}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
