/** The browser's own question whether to install the site, which only some browsers have. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let kept: InstallPrompt | null = null;

/** Keeps the browser's question for later: it is asked after a claim was sent, and not when the browser would. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

export const keptInstallPrompt = () => kept;
