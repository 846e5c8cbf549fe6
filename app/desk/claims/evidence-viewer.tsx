import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { EvidenceView } from '#server/files/staff-evidence.ts';
import { ShownEvidence } from './shown-evidence.tsx';

/**
 * Shows one file at a time. The arrow keys to the sides, Home and End go to another, those up and down scroll a tall picture, Escape
 * closes, and the focus returns to where it was opened.
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
  const scroller = useRef<HTMLDivElement>(null);

  function move(to: number) {
    const next = evidence[Math.min(Math.max(to, 0), evidence.length - 1)];
    if (next) onShow(next.id);
  }

  function moveByKey(event: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: evidence.length - 1 }[event.key];
    if (hasOwnUseOf(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const down = { ArrowUp: -0.2, ArrowDown: 0.2, PageUp: -0.9, PageDown: 0.9 }[event.key];
    if (down !== undefined) scroller.current?.scrollBy({ top: down * scroller.current.clientHeight });
    if (to === undefined) return;
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
          {/* The key makes a new element for each file, so that the one before is not visible while the next one loads. */}
          <ShownEvidence key={item.id} item={item} scroller={scroller} />
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

/** Whether the arrow keys are those of a player, or scroll what has the focus. */
function hasOwnUseOf({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLMediaElement) return true;
  if (!(target instanceof HTMLElement) || !target.matches('.evidence-scroller')) return false;
  return /^(ArrowUp|ArrowDown|Page)/.test(key) || (key.startsWith('Arrow') && target.scrollWidth > target.clientWidth);
}
