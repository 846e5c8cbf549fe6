import { useEffect, useState } from 'react';
import type { InstallPrompt } from './install-offer.tsx';

let kept: InstallPrompt | null = null;

/** Keeps the browser's question for later: it is asked after a claim was sent, and not when the browser would. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** Where a claimant is asked whether to keep the site on the phone. Loaded after a claim was sent. */
export function InstallArea() {
  const [Offer, setOffer] = useState<typeof import('./install-offer.tsx').InstallOffer | null>(null);
  useEffect(() => {
    // Where the offer cannot be loaded there is none.
    import('./install-offer.tsx').then(
      ({ InstallOffer }) => setOffer(() => InstallOffer),
      () => {},
    );
  }, []);
  return Offer && <Offer prompt={kept} />;
}
