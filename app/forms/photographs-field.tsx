import { type ChangeEvent, useEffect, useState } from 'react';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { loadWaiting, useWaiting } from './waiting-area.tsx';

/** Photographs that are sent after the form. They are no field of it: without JavaScript they are added by the private link. */
export function PhotographsField({ form, texts }: { form: FormDefinition; texts: RoadsideTexts['photographs'] }) {
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
      <label htmlFor={id}>{texts.label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        {texts.hint}
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
          {texts.failed}
        </p>
      )}
      {Chosen && <Chosen form={form} />}
    </div>
  );
}
