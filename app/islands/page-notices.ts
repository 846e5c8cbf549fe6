import { closeNotice, noticeMs, noticeStore, showNotice } from '#app/ui/notice/notices.ts';
import { notices } from '#forms/notices.ts';
import { timeLimit } from '#forms/time-limit.ts';

type Early = { kerbsideEarly?: Event[] | null };

/** Opens the notices of a page, among them those for what was clicked before this script was there. */
export function openNotices(): void {
  noticeStore.subscribe(() => void draw());
  for (const event of (window as Early).kerbsideEarly ?? []) sayInProgress(event);
  // From here on they are heard below, and kept no more.
  (window as Early).kerbsideEarly = null;
  addEventListener('click', sayInProgress);
  addEventListener('submit', sayInProgress);
  // Without signal nothing can be loaded, and a form may have to say so.
  addEventListener('focusin', ({ target }) => (target as Element).closest('main form') && void load().catch(() => {}));
}

/** The placeholder for the social icons and the newsletter. The browser has validated the address; nothing is sent or stored. */
function sayInProgress({ type, target }: Event): void {
  const asked = target instanceof Element && target.closest('[data-in-progress]');
  if (!asked || asked instanceof HTMLFormElement !== (type === 'submit')) return;
  showNotice({ tone: 'plain', ...notices.featureInProgress });
}

let drawn = false;

const load = () => import('./notice-island.tsx');

/** Draws notices with the script that is loaded for the first one. Without it a plain one says the same. */
async function draw(): Promise<void> {
  if (drawn) return;
  try {
    const { drawNotices } = await load();
    if (drawn) return;
    drawn = true;
    plain.remove();
    drawNotices();
  } catch {
    drawPlain();
  }
}

const plain = document.createElement('div');
plain.className = 'notice-area';
plain.role = 'status';

let timer = 0;

function drawPlain(): void {
  clearTimeout(timer);
  document.body.append(plain);
  const notice = noticeStore.read();
  plain.replaceChildren();
  if (!notice?.open) return;
  const box = document.createElement('div');
  box.className = `notice notice-${notice.tone}`;
  const texts = [notice.title, notice.description];
  box.append(
    ...texts.map((text, index) => Object.assign(document.createElement(index === 0 ? 'strong' : 'p'), { textContent: text })),
  );
  plain.append(box);
  timer = window.setTimeout(closeNotice, timeLimit('notice', noticeMs), notice.id);
}
