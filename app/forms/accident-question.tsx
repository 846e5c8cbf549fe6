import { useFocusOn } from '#app/ui/use-focus-on.ts';
import type { Translate } from '#content/form-texts.ts';
import { sameAccidentName } from '#forms/same-accident.ts';

/** The server's question whether a claim is about the same accident as another one. Either answer sends the form. */
export function SameAccident({ message, takesFocus, t }: { message: string; takesFocus: boolean; t: Translate }) {
  const box = useFocusOn<HTMLElement>(takesFocus);
  return (
    <section ref={box} tabIndex={-1} aria-label={message} className="callout stack">
      <p>
        <strong>{message}</strong>
      </p>
      <p className="cluster">
        <button type="submit" name={sameAccidentName} value="yes" className="button button-quiet">
          {t('Yes, the same accident: add this to it')}
        </button>
        <button type="submit" name={sameAccidentName} value="no" className="button button-quiet">
          {t('No, this is another accident')}
        </button>
      </p>
    </section>
  );
}
