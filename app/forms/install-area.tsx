import { type ComponentType, useEffect, useState } from 'react';

/** Where a claimant is asked whether to keep the site on the phone. Loaded after a claim was sent. */
export function InstallArea() {
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Without it nothing is offered.
    import('./install-offer.tsx').then(
      ({ InstallOffer }) => setOffer(() => InstallOffer),
      () => {},
    );
  }, []);
  return Offer && <Offer />;
}
