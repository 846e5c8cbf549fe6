import { type ChangeEvent, useEffect, useState } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { loadWaiting, useWaiting } from './waiting-area.tsx';

/** Photographs that are sent after the form. They are no field of it: without JavaScript they are added by the private link. */
export function PhotographsField({ form }: { form: FormDefinition }) {
  const [isReady, setReady] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const Chosen = useWaiting()?.ChosenPhotographs;
  useEffect(() => setReady(true), []);
  const id = `${form.slug}-photographs`;

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // The same photograph can be chosen again.
    currentTarget.value = '';
    const add = loadWaiting().then(({ addPhotographs }) => addPhotographs(form, files));
    void add.then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }

  return (
    <div className="field">
      <label htmlFor={id}>Photographs (optional)</label>
      <p className="field-hint" id={`${id}-hint`}>
        The damage, the other vehicle, the place. Or add them later: you get a link for that.
      </p>
      <input
        id={id}
        type="file"
        className="file-input"
        accept="image/*"
        multiple
        disabled={!isReady}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      {hasFailed && (
        <p role="alert" className="callout callout-danger">
          We could not take them just now. Send the form without them: you can add them later.
        </p>
      )}
      {Chosen && <Chosen form={form} />}
    </div>
  );
}
