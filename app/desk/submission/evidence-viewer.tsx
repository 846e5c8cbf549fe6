import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { EvidenceView } from '#server/desk-evidence.ts';

/**
 * Shows one file at a time. Arrow keys, Home and End go to another, Escape closes, and the focus returns to where it was opened.
 * Documents are in a frame in which no scripts run. Their response says so, because browsers show no PDF in a frame that the page
 * declares a sandbox. Videos are in a player of the page: Chromium downloads a QuickTime film in a frame, and plays it here.
 */
export function EvidenceViewer({
  dialog,
  evidence,
  shownId,
  onShow,
}: {
  dialog: RefObject<HTMLDialogElement | null>;
  evidence: EvidenceView[];
  shownId: string | null;
  onShow: (id: string | null) => void;
}) {
  const at = evidence.findIndex(({ id }) => id === shownId);
  const item = evidence[at];

  function move(to: number) {
    const next = evidence[Math.min(Math.max(to, 0), evidence.length - 1)];
    if (next) onShow(next.id);
  }

  function moveByKey(event: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: evidence.length - 1 }[event.key];
    // A player has its own use for arrow keys.
    if (event.target instanceof HTMLMediaElement) return;
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(to);
  }

  return (
    <dialog ref={dialog} className="evidence-viewer" aria-label="Evidence" onClose={() => onShow(null)} onKeyDown={moveByKey}>
      {item && (
        <>
          <div className="evidence-viewer-bar">
            <p aria-live="polite">
              <bdi>{item.name}</bdi>{' '}
              <span className="muted">
                {at + 1} of {evidence.length}
              </span>
            </p>
            <button type="button" className="button button-quiet" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
          <Shown item={item} />
          <div className="evidence-viewer-bar">
            {/* The buttons are not disabled at either end, because a disabled button loses the focus. */}
            <button type="button" className="button button-quiet" aria-disabled={at === 0} onClick={() => move(at - 1)}>
              Previous
            </button>
            <a className="button button-quiet" href={`/desk/evidence/${item.id}/download`} download>
              Download
            </a>
            <button
              type="button"
              className="button button-quiet"
              aria-disabled={at === evidence.length - 1}
              onClick={() => move(at + 1)}
            >
              Next
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}

/** The key makes a new element for each file, so that the one before is not visible while the next one loads. */
function Shown({ item }: { item: EvidenceView }) {
  const { id, name, preview } = item;
  if (preview === 'ready') return <img key={id} className="evidence-shown" src={`/desk/evidence/${id}/large`} alt={name} />;
  if (kindOf(item) === 'picture')
    return (
      <p key={id} className="evidence-shown">
        {preview === 'waiting' ? 'Its preview is still being made.' : 'There is no preview of this picture.'} It can be
        downloaded.
      </p>
    );
  if (kindOf(item) === 'video') return <Film key={id} id={id} name={name} />;
  return <iframe key={id} className="evidence-shown" src={`/desk/evidence/${id}/original`} title={name} />;
}

/** Whether a browser can play a film is known only once it has tried: `canPlayType` says no to QuickTime films that play. */
function Film({ id, name }: { id: string; name: string }) {
  const [isUnplayable, setUnplayable] = useState(false);
  if (isUnplayable) return <p className="evidence-shown">This browser cannot play it. It can be downloaded.</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what a claimant filmed.
    <video
      className="evidence-shown"
      src={`/desk/evidence/${id}/original`}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      onError={() => setUnplayable(true)}
    />
  );
}

export function kindOf({ mediaType }: Pick<EvidenceView, 'mediaType'>): 'picture' | 'document' | 'video' {
  if (mediaType.startsWith('image/')) return 'picture';
  return mediaType.startsWith('video/') ? 'video' : 'document';
}
