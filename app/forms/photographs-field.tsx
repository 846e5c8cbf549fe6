import { type ChangeEvent, useState } from 'react';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { loadWaiting, useWaiting } from './waiting-area.tsx';

type PhotographsProps = { form: FormDefinition; texts: RoadsideTexts['photographs'] };

/**
 * Photographs that are sent after the form. They are no field of it: without JavaScript they are added by the private link. The field
 * itself is there at once, as one that came later would move what somebody is about to press; what keeps them is loaded.
 */
export function PhotographsField({ form, texts }: PhotographsProps) {
  const waiting = useWaiting();
  const [hasFailed, setFailed] = useState(false);
  const id = `${form.slug}-photographs`;

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // The same photograph can be chosen again.
    currentTarget.value = '';
    void loadWaiting()
      .then(({ addPhotographs }) => addPhotographs(form, files))
      .then(
        () => setFailed(false),
        () => setFailed(true),
      );
  }

  return (
    <div className="field hydrated-only">
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
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      {hasFailed && (
        <p role="alert" className="callout callout-danger">
          {texts.failed}
        </p>
      )}
      {waiting && <waiting.ChosenPhotographs form={form} />}
    </div>
  );
}
