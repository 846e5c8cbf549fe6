import { useEffect, useState } from 'react';
import { site } from '#content/site.ts';

const { latitude, longitude } = site.coordinates;

/** Degrees to each side of the office: a few streets. */
const span = { latitude: 0.005, longitude: 0.01 };

const box = [longitude - span.longitude, latitude - span.latitude, longitude + span.longitude, latitude + span.latitude];
const point = `${latitude.toFixed(4)}%2C${longitude.toFixed(4)}`;
const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${box.map((degrees) => degrees.toFixed(4)).join('%2C')}&layer=mapnik&marker=${point}`;
const page = `https://www.openstreetmap.org/?mlat=${latitude.toFixed(4)}&mlon=${longitude.toFixed(4)}#map=16/${latitude.toFixed(4)}/${longitude.toFixed(4)}`;

/** The frame is fetched when the page has been painted and stands by itself where there are no scripts. */
export function OfficeMap() {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return (
    <section className="rail band stack" aria-labelledby="map-title">
      <h2 id="map-title">Find our office</h2>
      <div className="map">
        {scripted && <Frame />}
        <noscript>
          <Frame />
        </noscript>
      </div>
      <p>
        <a href={page} target="_blank" rel="noopener noreferrer">
          Open the larger map<span className="sr-only"> (opens in a new tab)</span>
        </a>
        . Map data © OpenStreetMap contributors, who receive your IP address when the map loads.
      </p>
    </section>
  );
}

function Frame() {
  return <iframe title="Map of the area around our office in Barking" src={frame} loading="lazy" />;
}
