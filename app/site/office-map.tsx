import { type RefObject, useEffect, useRef, useState } from 'react';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { site } from '#content/site.ts';

const { latitude, longitude } = site.coordinates;

/** Degrees shown to each side of the office: a few streets. */
const span = { latitude: 0.005, longitude: 0.01 };

const box = [longitude - span.longitude, latitude - span.latitude, longitude + span.longitude, latitude + span.latitude];
const point = `${latitude.toFixed(4)}%2C${longitude.toFixed(4)}`;
const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${box.map((degrees) => degrees.toFixed(4)).join('%2C')}&layer=mapnik&marker=${point}`;
const page = `https://www.openstreetmap.org/?mlat=${latitude.toFixed(4)}&mlon=${longitude.toFixed(4)}#map=16/${latitude.toFixed(4)}/${longitude.toFixed(4)}`;

/** The map is fetched when it is this close below the screen, so that it does not compete with the page itself. */
const nearby = '1300px';

/** How long to wait for the map before showing that it cannot be loaded. */
const timeoutMs = 15_000;

/** The map, loaded when it is near the screen; until then, and when it cannot be loaded, the address. */
export function OfficeMap() {
  const place = useRef<HTMLDivElement>(null);
  const near = useIsNear(place);
  const reachable = useIsReachable(near);

  return (
    <section className="container section stack" aria-labelledby="map-title">
      <h2 id="map-title">Find our office</h2>
      <div ref={place} className="office-map">
        {reachable ? (
          <Frame />
        ) : (
          <div className="office-map-fallback">
            <Pictogram name="pin" />
            {reachable === false && <p role="status">The map could not be loaded.</p>}
            <address>
              <strong>Our office</strong>
              {site.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </div>
        )}
        <noscript>
          <Frame />
        </noscript>
      </div>
      <p>
        <a href={page} target="_blank" rel="noopener noreferrer">
          Open the larger map at OpenStreetMap<span className="sr-only"> (opens in a new tab)</span>
        </a>
        . Map data © OpenStreetMap contributors, who receive your IP address when the map loads.
      </p>
    </section>
  );
}

function Frame() {
  return <iframe title={`Map of the area around our office in ${site.town}`} src={frame} loading="lazy" />;
}

function useIsNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: nearby,
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return near;
}

/** Whether the map can be loaded; null until known. An iframe's load event also fires for Chromium's error page, so its URL is fetched first. */
function useIsReachable(near: boolean): boolean | null {
  const [reachable, setReachable] = useState<boolean | null>(null);
  useEffect(() => {
    if (!near) return;
    const left = new AbortController();
    let answered = false;
    const ask = async () => {
      if (answered) return;
      const late = setTimeout(() => setReachable(false), timeoutMs);
      answered = await fetch(frame, { mode: 'no-cors', signal: left.signal }).then(
        () => true,
        () => false,
      );
      clearTimeout(late);
      if (!left.signal.aborted) setReachable(answered);
    };
    void ask();
    addEventListener('online', ask, { signal: left.signal });
    return () => left.abort();
  }, [near]);
  return reachable;
}
