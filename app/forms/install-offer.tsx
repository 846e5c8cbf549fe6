import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import type { InstallPrompt } from './install-prompt.ts';

/** Stored once the site was offered on this device, whatever the answer was. */
const offeredMark = 'install-offered';

/**
 * Offers to keep the site on the phone, once for each device: by the browser's own question where it has one, on an iPhone by a sentence
 * that says how, and elsewhere not at all.
 */
export function InstallOffer({ prompt }: { prompt: InstallPrompt | null }) {
  const [way, setWay] = useState(() => wayToInstall(prompt));
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (way) writeStored('localStorage', offeredMark, true);
  }, [way]);

  function close() {
    section.current?.parentElement?.querySelector<HTMLElement>('.receipt')?.focus({ preventScroll: true });
    setWay(null);
  }

  if (!way) return null;
  return (
    <section ref={section} lang="en-GB" dir="ltr" className="callout cluster not-printed" aria-label="Keep this on your phone">
      {way === 'prompt' ? (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            void prompt?.prompt();
            close();
          }}
        >
          Keep this on your phone
        </button>
      ) : (
        <p>To keep this on your phone: tap Share, then Add to Home Screen.</p>
      )}
      <button type="button" className="button-link" onClick={close}>
        {way === 'prompt' ? 'No, thanks' : 'Close'}
      </button>
    </section>
  );
}

function wayToInstall(prompt: InstallPrompt | null): 'prompt' | 'share' | null {
  const { standalone } = navigator as Navigator & { standalone?: boolean };
  const isInstalled = standalone || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches;
  if (isInstalled || readStored('localStorage', offeredMark)) return null;
  // Browsers on computers have the question too, so only devices with a touch screen are asked.
  if (prompt && matchMedia('(pointer: coarse)').matches) return 'prompt';
  // Only Safari on iPhones and iPads knows this property.
  return standalone === false ? 'share' : null;
}
