import { recoverStored } from '#app/forms/browser-storage.ts';
import { keepInstallPrompt } from '#app/forms/install-prompt.ts';
import { registerServiceWorker } from '#app/service-worker/register.ts';
import { startSession } from '#app/session/start-session.ts';
import { isSomethingKept } from '#app/waiting/waiting-mark.ts';
import { showConnection } from './connection-note.ts';
import { startMenus } from './header-menus.ts';
import { loadMapOnTap } from './map-frame.ts';
import { openNotices } from './page-notices.ts';
import { keepTicks } from './roadside-ticks.ts';

/**
 * The script of every public page, which is a document without it. React is loaded for a form, a notice, or for what waits on this
 * device; app/document/public-document.ts starts this after the first frame.
 */
async function start(): Promise<void> {
  const { documentElement } = document;
  const recovered = recoverStored();
  void recovered.then(keepTicks);
  startMenus();
  openNotices();
  showConnection();
  keepInstallPrompt();
  loadMapOnTap();
  // The page may have been rendered in another year.
  for (const year of document.querySelectorAll('[data-year]')) year.textContent = String(new Date().getFullYear());
  // The page's speculation rules apply then.
  documentElement.toggleAttribute('data-prefetch', isFastLine());
  startSession();
  const form = document.querySelector<HTMLElement>('[data-form]');
  if (form) await startForm(form, recovered);
  else if (document.getElementById('waiting-area')) void showWhatWaits();
  // Marks the page as interactive, with what a form needs once there is no signal; not where the form has failed meanwhile.
  if (!form || 'hydrated' in documentElement.dataset) documentElement.dataset.ready = '';
  // The whole site is saved, and a form needs the line and the processor first.
  registerServiceWorker();
}

/** React, the code of a form, and the form itself each begin a task, so that a slow phone answers a tap between them. */
async function startForm(form: HTMLElement, recovered: Promise<void>): Promise<void> {
  await import('./load-react.ts');
  await recovered;
  await new Promise((resolve) => setTimeout(resolve));
  const { hydrateForm, loadSending, showWaiting } = await import('./islands.tsx');
  showWaiting();
  await hydrateForm(form);
  // Marks that the form answers to what is done, for styles.
  document.documentElement.dataset.hydrated = '';
  await loadSending().catch(() => {});
}

async function showWhatWaits(): Promise<void> {
  if (!(await isSomethingKept())) return;
  const { showWaiting } = await import('./islands.tsx');
  showWaiting();
}

type Connection = { effectiveType: string; saveData: boolean };

/** Only browsers that tell it have speculation rules. */
function isFastLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.effectiveType === '4g' && !connection.saveData;
}

void start();
