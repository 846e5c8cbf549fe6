import { useRef } from 'react';
import { deskKeys } from './desk-keys.ts';

/** The list of keys, opened by the key "?" or its button. It is shown once the page is hydrated: without scripts there are no keys. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className="button-link keys-button hydrated-only"
        data-key="?"
        aria-keyshortcuts="?"
        onClick={() => dialog.current?.showModal()}
      >
        Keys
      </button>
      <dialog ref={dialog} className="keys-help stack" aria-labelledby="keys-help">
        <h2 id="keys-help">Keys</h2>
        <KeyList />
        <p>They do nothing while you type. The page of your account switches them off.</p>
        <form method="dialog">
          <button type="submit" className="button button-primary">
            Close the list
          </button>
        </form>
      </dialog>
    </>
  );
}

export function KeyList() {
  return (
    <dl className="key-list">
      {deskKeys.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
