import type { KeyboardEvent, RefObject } from 'react';
import type { EvidenceView } from '#server/desk-evidence.ts';

/**
 * Shows one file at a time. Arrow keys, Home and End go to another, Escape closes, and the focus returns to where it was opened.
 * Videos and documents are in a frame in which no scripts run. Their response says so, because browsers show no PDF in a frame that
 * the page declares a sandbox.
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
  const { id, name, mediaType, preview } = item;
  if (preview === 'ready') return <img key={id} className="evidence-shown" src={`/desk/evidence/${id}/large`} alt={name} />;
  if (kindOf(item) === 'picture')
    return (
      <p key={id} className="evidence-shown">
        {preview === 'waiting' ? 'Its preview is still being made.' : 'There is no preview of this picture.'} It can be
        downloaded.
      </p>
    );
  return (
    <iframe
      key={id}
      className="evidence-shown"
      src={`/desk/evidence/${id}/original`}
      title={name}
      sandbox={sandboxFor(mediaType)}
    />
  );
}

/**
 * The sandbox of the frame; scripts run in none. A PDF has no sandbox here, because browsers would not show it: its response declares
 * one. The frame of a video requests its parts with the cookies of the person who is signed in.
 */
function sandboxFor(mediaType: string): string | undefined {
  return mediaType === 'application/pdf' ? undefined : 'allow-same-origin';
}

export function kindOf({ mediaType }: Pick<EvidenceView, 'mediaType'>): 'picture' | 'document' | 'video' {
  if (mediaType.startsWith('image/')) return 'picture';
  return mediaType.startsWith('video/') ? 'video' : 'document';
}
