import { useEffect, useState } from 'react';
import { readStored } from '#app/forms/browser-storage.ts';
import { FormProgress } from '#app/forms/form-progress.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import type { Accepted, Outcome } from '#app/forms/outcome.ts';
import { PhotographsField } from '#app/forms/photographs-field.tsx';
import { type ShortTexts, translateBy } from '#app/forms/short-texts.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { claim } from '#forms/claim.ts';
import type { FormDefinition } from '#forms/form.ts';
import { findForm } from '#forms/forms.ts';
import { roadside } from '#forms/roadside.ts';
import { LocateButton } from './locate-button.tsx';

/** What the form of the roadside page has of its page's language. */
export type RoadsideWords = Pick<RoadsideTexts, 'location' | 'photographs'> & {
  definition: Partial<FormDefinition>;
  texts: ShortTexts | undefined;
};

/** They are written into the page, so that the browser hydrates what the server has rendered. */
export type SiteFormProps = {
  name: string;
  /** The outcome where the page answers a post. */
  posted: Outcome | undefined;
  words?: RoadsideWords;
};

/** A form of the public site. Server and browser both render it. */
export function SiteForm({ name, posted, words }: SiteFormProps) {
  const [form] = useState(() => ({ ...findForm(name), ...words?.definition }) as FormDefinition);
  if (words)
    return (
      <LeadForm
        form={form}
        posted={posted}
        texts={words.texts}
        after={{ locationOfAccident: <LocateButton fieldId="roadside-locationOfAccident" texts={words.location} /> }}
      >
        <PhotographsField form={roadside} texts={words.photographs} t={translateBy(words.texts)} />
      </LeadForm>
    );
  if (name !== claim.name) return <LeadForm form={form} posted={posted} />;
  return (
    <>
      <BegunAtTheRoadside />
      <LeadForm form={form} posted={posted} Progress={FormProgress} />
    </>
  );
}

/** Shown in the tab in which a claim was begun at the roadside. */
function BegunAtTheRoadside() {
  const [start, setStart] = useState<Accepted | null>(null);
  useEffect(() => setStart(readStored('sessionStorage', 'receipt:roadside') as Accepted | null), []);
  return (
    start?.link && (
      <p className="callout">
        You started at the roadside: reference {start.reference}. <a href={start.link}>Carry on with that claim</a>
      </p>
    )
  );
}
