import { useEffect, useState } from 'react';
import { keptInstallPrompt } from './install-prompt.ts';

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
  return Offer && <Offer prompt={keptInstallPrompt()} />;
}
