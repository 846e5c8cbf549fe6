import { type ChangeEvent, useState } from 'react';
import { Labelled } from '#app/ui/labelled.tsx';
import { camera, Drawing } from '#app/ui/pictogram.tsx';
import type { Translate } from '#content/form-texts.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { formStore } from './form-store.ts';
import { loadSending } from './late-sending.ts';
import { loadWaiting, useWaiting } from './waiting-area.tsx';

type PhotographsProps = { form: FormDefinition; texts: RoadsideTexts['photographs']; t: Translate };

/**
 * The field for photographs that are sent after the form. It is no field of the form: without JavaScript photographs are added by the
 * private link. It is rendered at once, because a field that comes later would move what somebody is about to press; only the code
 * that stores photographs is loaded.
 */
export function PhotographsField({ form, texts, t }: PhotographsProps) {
  const [hasFailed, setFailed] = useState(false);
  const parts = useWaiting();
  const id = `${form.slug}-photographs`;

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    // Without a value the same photograph can be chosen again.
    currentTarget.value = '';
    // Not every browser gives this field the focus.
    void loadWaiting().catch(() => {});
    void keep(form, files).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }

  return (
    <Labelled id={id} label={texts.label} hint={texts.hint} className="field hydrated-only">
      <label className="button button-quiet camera-button">
        <Drawing className="icon">{camera}</Drawing>
        {texts.camera}
        <input type="file" className="sr-only" accept="image/*" capture="environment" onChange={choose} />
      </label>
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
      {parts ? (
        <parts.ChosenPhotographs form={form} t={parts.withLateTexts(t)} />
      ) : (
        <div className="stack">
          <p role="status" />
        </div>
      )}
    </Labelled>
  );
}

/** Keeps photographs, unless the form was cleared while the code for that came. */
async function keep(form: FormDefinition, files: File[]): Promise<void> {
  const { read } = formStore(form);
  const { draftId } = read();
  const { addPhotographs } = await loadSending();
  if (read().draftId === draftId) await addPhotographs(form, files);
}
