import { type ChangeEvent, useState } from 'react';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { addPhotographs, ChosenPhotographs } from './chosen-photographs.tsx';

export type PhotographsProps = { form: FormDefinition; texts: RoadsideTexts['photographs'] };

/** Photographs that are sent after the form. They are no field of it: without JavaScript they are added by the private link. */
export function PhotographsField({ form, texts }: PhotographsProps) {
  const [hasFailed, setFailed] = useState(false);
  const id = `${form.slug}-photographs`;

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // The same photograph can be chosen again.
    currentTarget.value = '';
    void addPhotographs(form, files).then(
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
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      {hasFailed && (
        <p role="alert" className="callout callout-danger">
          {texts.failed}
        </p>
      )}
      <ChosenPhotographs form={form} />
    </div>
  );
}
