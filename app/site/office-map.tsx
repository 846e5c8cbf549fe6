import { useEffect, useRef, useState } from 'react';
import { site } from '#content/site.ts';

const { latitude, longitude } = site.coordinates;

/** Degrees to each side of the office: a few streets. */
const span = { latitude: 0.005, longitude: 0.01 };

const box = [longitude - span.longitude, latitude - span.latitude, longitude + span.longitude, latitude + span.latitude];
const point = `${latitude.toFixed(4)}%2C${longitude.toFixed(4)}`;
const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${box.map((degrees) => degrees.toFixed(4)).join('%2C')}&layer=mapnik&marker=${point}`;
const page = `https://www.openstreetmap.org/?mlat=${latitude.toFixed(4)}&mlon=${longitude.toFixed(4)}#map=16/${latitude.toFixed(4)}/${longitude.toFixed(4)}`;

/** How far below the screen the map may be when it is fetched: a phone at the top of the page has better things to do. */
const nearby = '1300px';

/** The frame is fetched after the first paint and when it is near, and stands by itself where there are no scripts. */
export function OfficeMap() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: nearby,
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  return (
    <section className="rail band stack" aria-labelledby="map-title">
      <h2 id="map-title">Find our office</h2>
      <div ref={place} className="map">
        {near && <Frame />}
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
  return <iframe title={`Map of the area around our office in ${site.town}`} src={frame} loading="lazy" />;
}
