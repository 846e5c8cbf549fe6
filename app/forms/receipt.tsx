import { useEffect, useRef, useState } from 'react';
import { site } from '#content/site.ts';
import type { FormDefinition } from '#forms/form.ts';
import type { Outcome } from './outcome.ts';
import { promisedBy } from './promised-by.ts';

/** What the visitor keeps: the reference, what happens next and by when. Shown only for an answer that came. */
export function Receipt({ form, outcome }: { form: FormDefinition; outcome: Extract<Outcome, { kind: 'accepted' }> }) {
  const panel = useRef<HTMLElement>(null);
  const [scripted, setScripted] = useState(false);

  useEffect(() => {
    setScripted(true);
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'start' });
  }, []);

  return (
    // biome-ignore lint/a11y/noAutofocus: the answer to what was just sent, on the page that comes back without scripts
    <section ref={panel} tabIndex={-1} autoFocus className="receipt" aria-labelledby={`${form.slug}-receipt`}>
      <h2 id={`${form.slug}-receipt`}>We have it</h2>
      <p>Your reference</p>
      <p className="receipt-reference">{outcome.reference}</p>
      <p>
        {form.promiseHours === null
          ? 'A person will read it and be in touch.'
          : `We will contact you by ${promisedBy(outcome.sentAt, form.promiseHours)}.`}{' '}
        Please have this reference ready.
      </p>
      <p>
        Need us sooner? Call <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>, {site.hours}.
      </p>
      {scripted && (
        <button type="button" className="button not-printed" onClick={() => window.print()}>
          Print this
        </button>
      )}
    </section>
  );
}
