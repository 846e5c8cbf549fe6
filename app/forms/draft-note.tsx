import type { DraftState } from './use-draft.ts';

/** Says that kept answers are back, or offers to bring cleared ones back. */
export function DraftNote({ state, undo }: { state: DraftState; undo: () => void }) {
  return (
    <div role="status" className="draft-note">
      {state.kind === 'restored' && <p>We kept what you typed earlier on this device. Carry on where you stopped.</p>}
      {state.kind === 'cleared' && (
        <p>
          The form is cleared.{' '}
          <button type="button" className="link-button" onClick={undo}>
            Undo
          </button>
        </p>
      )}
    </div>
  );
}
