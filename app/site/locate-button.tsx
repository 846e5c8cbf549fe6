import { useState } from 'react';
import { Drawing, pin } from '#app/ui/pictogram.tsx';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';

/** A location that is less exact than this does not tell anybody where to go. Metres. */
const impreciseMetres = 500;

/** The browsers' code for a refused permission. */
const permissionDenied = 1;

/** Fills a text field with the device's location, only when it is tapped. The text can be edited, and typing works without it. */
export function LocateButton({ fieldId, texts }: { fieldId: string; texts: RoadsideTexts['location'] }) {
  const [shown, show] = useState<keyof typeof texts | null>(null);

  function locate() {
    if (shown === 'waiting') return;
    if (!navigator.geolocation) return show('notFound');
    show('waiting');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const field = document.getElementById(fieldId);
        // The form may be gone since.
        if (!(field instanceof HTMLInputElement)) return;
        fillIn(field, coords);
        show(coords.accuracy > impreciseMetres ? 'imprecise' : 'found');
      },
      ({ code }) => show(code === permissionDenied ? 'denied' : 'notFound'),
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  }

  return (
    <div className="locate hydrated-only">
      <button type="button" className="button button-quiet" onClick={locate} aria-disabled={shown === 'waiting'}>
        <Drawing className="icon">{pin}</Drawing>
        {texts.button}
      </button>
      <p role="status">{shown && texts[shown]}</p>
    </div>
  );
}

/** Appends the place to what was typed, in signs that every language reads; an earlier place is replaced. */
function fillIn(field: HTMLInputElement, { latitude, longitude, accuracy }: GeolocationCoordinates): void {
  const place = `${latitude.toFixed(5)}, ${longitude.toFixed(5)} (± ${Math.ceil(accuracy)} m)`;
  const typed = field.value.replace(/(, )?-?\d{1,2}\.\d{5}, -?\d{1,3}\.\d{5} \((?:±|within) \d{1,9} m\)/, '').trim();
  field.value = typed ? `${typed}, ${place}` : place;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
