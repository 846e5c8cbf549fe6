import { type RefObject, useState } from 'react';
import type { EvidenceView } from '#server/files/staff-evidence.ts';

const scales = [1, 2, 4] as const;
const steps = { '+': 1, '-': -1 } as const;

/**
 * Shows the preview of a picture, whole. A tall one, such as a screenshot of a whole conversation, is shown as wide as it can be read
 * and scrolls. Each can be enlarged, and then scrolls as everything that scrolls does.
 */
export function ShownPicture({ item, scroller }: { item: EvidenceView; scroller: RefObject<HTMLDivElement | null> }) {
  const { id, name, facts, previewReason } = item;
  const [step, setStep] = useState(0);
  const scale = scales[step] ?? 1;
  const shape = isTall(facts) ? 'tall' : 'whole';

  function enlarge(by: 1 | -1) {
    setStep(Math.min(Math.max(step + by, 0), scales.length - 1));
  }

  return (
    <div className="evidence-shown evidence-picture">
      <section
        ref={scroller}
        className="evidence-scroller"
        aria-label="Picture"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard.
        tabIndex={0}
        onKeyDown={({ key }) => key in steps && enlarge(steps[key as '+' | '-'])}
      >
        <img data-shape={shape} data-scale={scale} src={`/desk/evidence/${id}/large`} alt={name} />
      </section>
      {previewReason && <p className="evidence-note">{previewReason}</p>}
      <p className="evidence-zoom">
        <button type="button" className="button button-quiet" aria-disabled={step === 0} onClick={() => enlarge(-1)}>
          <span aria-hidden="true">−</span> Smaller
        </button>
        <output aria-label="Enlarged">{scale === 1 ? (shape === 'tall' ? 'To read' : 'Whole') : `${scale}×`}</output>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={step === scales.length - 1}
          onClick={() => enlarge(1)}
        >
          <span aria-hidden="true">+</span> Larger
        </button>
      </p>
    </div>
  );
}

/** Whether a picture shown whole could not be read: phones are up to 2.3 times as tall as wide. */
function isTall({ width, height }: EvidenceView['facts']): boolean {
  return width !== null && height !== null && height > 2.5 * width;
}
