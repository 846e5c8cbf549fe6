import { timeLimit } from '#forms/time-limit.ts';

/** How long to wait for the map before showing that it cannot be loaded. */
const timeoutMs = 15_000;

/** Loads the map of /contact on a tap; until then, and when it cannot be loaded, the address is shown. */
export function loadMapOnTap(): void {
  const place = document.querySelector<HTMLElement>('.office-map');
  const button = place?.querySelector('button');
  let hasAsked = false;
  button?.addEventListener('click', () => {
    hasAsked = true;
    void ask(place as HTMLElement);
  });
  addEventListener('online', () => hasAsked && void ask(place as HTMLElement));
}

/** Shows the map if it can be loaded. A frame's load event also fires for Chromium's error page, so its address is fetched first. */
async function ask(place: HTMLElement): Promise<void> {
  const { frame = '', title = '' } = place.dataset;
  if (place.querySelector('iframe')) return;
  say(place, 'Loading the map…');
  const late = setTimeout(sayMissing, timeLimit('map', timeoutMs), place);
  const isReachable = await fetch(frame, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );
  clearTimeout(late);
  if (!isReachable) return sayMissing(place);
  if (place.querySelector('iframe')) return;
  const map = document.createElement('iframe');
  map.title = title;
  map.src = frame;
  const hasFocus = place.contains(document.activeElement);
  place.replaceChildren(map);
  if (hasFocus) map.focus();
}

function sayMissing(place: HTMLElement): void {
  say(place, 'The map could not be loaded.');
}

function say(place: HTMLElement, text: string): void {
  const status = place.querySelector('[role="status"]');
  if (status) status.textContent = text;
}
