import { timeLimit } from '#forms/time-limit.ts';

/** The map is fetched when it is this close below the screen, so that it does not compete with the page itself. */
const nearby = '1300px';

/** How long to wait for the map before showing that it cannot be loaded. */
const timeoutMs = 15_000;

/** Loads the map of /contact when it is near the screen; until then, and when it cannot be loaded, the address is shown. */
export function loadMap(): void {
  const place = document.querySelector<HTMLElement>('.office-map');
  if (!place) return;
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void ask(place);
      addEventListener('online', () => void ask(place));
    },
    { rootMargin: nearby },
  );
  watch.observe(place);
}

/** Shows the map if it can be loaded. A frame's load event also fires for Chromium's error page, so its address is fetched first. */
async function ask(place: HTMLElement): Promise<void> {
  const { frame = '', title = '' } = place.dataset;
  if (place.querySelector('iframe')) return;
  const late = setTimeout(sayMissing, timeLimit(timeoutMs), place);
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
  place.replaceChildren(map);
}

function sayMissing(place: HTMLElement): void {
  const status = place.querySelector('[role="status"]');
  if (status) status.textContent = 'The map could not be loaded.';
}
