import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

const { latitude, longitude } = site.coordinates;

/** Degrees shown to each side of the office: a few streets. */
const span = { latitude: 0.005, longitude: 0.01 };

const box = [longitude - span.longitude, latitude - span.latitude, longitude + span.longitude, latitude + span.latitude];
const point = `${latitude.toFixed(4)}%2C${longitude.toFixed(4)}`;
const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${box.map((degrees) => degrees.toFixed(4)).join('%2C')}&layer=mapnik&marker=${point}`;
const page = `https://www.openstreetmap.org/?mlat=${latitude.toFixed(4)}&mlon=${longitude.toFixed(4)}#map=16/${latitude.toFixed(4)}/${longitude.toFixed(4)}`;

const title = `Map of the area around our office in ${site.town}`;

/**
 * The map, which is loaded only on a tap, because OpenStreetMap then receives the visitor's IP address: app/islands/map-frame.ts does it,
 * and without JavaScript a link into the frame. Until then, and when it cannot be loaded, the address.
 */
export function OfficeMap() {
  return (
    <section className="container section stack" aria-labelledby="map-title">
      <h2 id="map-title">Find our office</h2>
      <div className="office-map" data-frame={frame} data-title={title}>
        <div className="office-map-fallback">
          <Pictogram name="pin" />
          <p role="status" />
          <address>
            <strong>Our office</strong>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <button type="button" className="button button-quiet hydrated-only">
            Show the map
          </button>
        </div>
        <noscript>
          <iframe title={title} name="office-map" />
        </noscript>
      </div>
      <p>
        <noscript>
          <a href={frame} target="office-map">
            Show the map
          </a>{' '}
          in the frame above.{' '}
        </noscript>
        <a href={page} target="_blank" rel="noopener noreferrer">
          Open the larger map at OpenStreetMap<span className="sr-only"> (opens in a new tab)</span>
        </a>
        . Map data © OpenStreetMap contributors, who receive your IP address when you open it.
      </p>
    </section>
  );
}
