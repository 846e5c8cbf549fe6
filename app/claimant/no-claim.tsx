import { type ReactNode, useEffect } from 'react';
import { storedNames, writeStored } from '#app/forms/browser-storage.ts';
import { Labelled } from '#app/ui/labelled.tsx';
import { site } from '#content/site.ts';
import { openHours } from '#content/stated-hours.ts';
import { claimRemovedPath } from '#forms/evidence-rules.ts';

const Helpline = () => <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>;

type Props = { isEnded: boolean; isWrongLink: boolean; isRemoved: boolean; children: ReactNode };

/** The page for a browser that has opened no link, one that has ended, or one that is not right. */
export function NoClaim({ isEnded, isWrongLink, isRemoved, children }: Props) {
  useEffect(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Not where Back, a reload or a link of another site leads here: what was typed since would be gone.
    if (isRemoved && load?.type === 'navigate' && document.referrer.startsWith(`${location.origin}/`)) emptyStorage();
  }, [isRemoved]);
  return (
    <div className="container stack claim-page">
      <h1>{isEnded ? 'Your link has ended' : 'Open your claim'}</h1>
      {children}
      {isEnded ? (
        <>
          <p>The private link to a claim ends 90 days after the claim is closed, or when we replace it with a new one.</p>
          <p>
            For a new link, or with any question, call us on <Helpline />, {openHours}. Please have your reference ready.
          </p>
        </>
      ) : (
        <>
          <p>
            This page shows one claim, to the person who made it. Open it with the private link in our email, your text message or
            receipt.
          </p>
          {isRemoved ? (
            <p role="status" className="callout">
              Your claim is no longer open on this device. Now close this tab.
              <img src={claimRemovedPath} alt="" hidden />
            </p>
          ) : isWrongLink ? (
            <p role="alert" className="callout callout-danger">
              That link is not complete. Open the whole link from our email, or copy it again from its first letter to its last.
            </p>
          ) : (
            <p>Have you opened the link before? Your browser may have forgotten it. Open the link again.</p>
          )}
          <p>
            No email? Look in your spam folder, or call us on <Helpline />, {openHours}.
          </p>
        </>
      )}
      <p>
        Not made a claim yet? <a href="/make-a-claim">Tell us what happened</a>.
      </p>
    </div>
  );
}

/** Deletes what Clear-Site-Data deletes, for browsers that do not know that header, as WebKitGTK 2.50 does not. */
function emptyStorage(): void {
  for (const area of ['sessionStorage', 'localStorage'] as const)
    for (const name of storedNames(area)) writeStored(area, name, null);
  void deleteDatabases().catch(() => {});
}

/** Rejects where the browser keeps none. */
async function deleteDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}

/** The text that was typed on a page whose link has ended since. */
export function UnsentText({ message, text }: { message: string; text: string }) {
  return (
    <>
      <p role="alert" className="callout callout-danger">
        {message}
      </p>
      {text && (
        <Labelled id="unsent" label="What you typed, to copy">
          <textarea id="unsent" className="input" readOnly defaultValue={text} rows={6} />
        </Labelled>
      )}
    </>
  );
}
