import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';

/** How long the "back online" note is shown, in milliseconds. */
const onlineNoteMs = 5_000;

/** A status note: the browser is offline, is online again, or a page was chosen that cannot be loaded. */
export function showConnection(): void {
  const place = document.querySelector<HTMLElement>('.connection-note');
  if (!place) return;
  // A page in another language has the texts in its own.
  const translated = document.querySelector<HTMLElement>('[data-offline]');
  const { offline = 'You are offline. What you have typed stays here.', online = 'You are back online.' } =
    translated?.dataset ?? {};
  let timer = 0;

  /** Says whether there is a connection, which a form that waits says itself. */
  function showState(words: string): void {
    show(words);
    Object.assign(place as HTMLElement, { lang: translated?.lang ?? '', dir: translated?.dir ?? '' });
    place?.setAttribute('data-state', '');
  }

  function show(...words: (string | Node)[]): void {
    clearTimeout(timer);
    Object.assign(place as HTMLElement, { lang: '', dir: '' });
    place?.removeAttribute('data-state');
    place?.toggleAttribute('data-shown', words.length > 0);
    place?.replaceChildren(...(words.length > 0 ? noteOf(words, show) : []));
  }

  const gone = () => showState(offline);
  // The connection may have been lost before this.
  if (!navigator.onLine) gone();
  addEventListener('offline', gone);
  addEventListener('online', () => {
    showState(online);
    timer = window.setTimeout(show, onlineNoteMs);
  });
  addEventListener('click', (event) => {
    if (!isLost(event)) return;
    event.preventDefault();
    // An open menu would cover the note.
    for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) menu.hidePopover?.();
    const call = Object.assign(document.createElement('a'), {
      href: `tel:${site.helpline.tel}`,
      textContent: site.helpline.display,
    });
    show('That page could not be loaded. Check your connection and try again, or call us on ', call, `, ${openHours}.`);
  });
}

/** Whether this opens a page of the site that cannot be had: then the page stays, with what was typed into it. */
function isLost(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.defaultPrevented || navigator.onLine || navigator.serviceWorker?.controller) return false;
  const isWithinPage = link.hash !== '' && link.pathname === location.pathname;
  return link.origin === location.origin && !isWithinPage && link.target === '';
}

function noteOf(words: (string | Node)[], close: () => void): HTMLElement[] {
  const note = document.createElement('p');
  note.append(...words);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'notice-close';
  button.ariaLabel = 'Close';
  button.textContent = '×';
  button.addEventListener('click', () => close());
  return [note, button];
}
