import { useMemo, useRef } from 'react';
import { formAction } from '#app/forms/form-action.ts';
import { LeadForm } from '#app/forms/lead-form.tsx';
import { PhotographsField } from '#app/forms/photographs-field.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import type { FormTexts } from '#content/form-texts.ts';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import type { FormDefinition } from '#forms/form.ts';
import { roadside } from '#forms/roadside.ts';
import type { Route } from './+types/roadside-page.ts';
import { LocateButton } from './locate-button.tsx';
import { pageMeta } from './page-meta.ts';
import { RoadsideChecklist, Ticks, useKeptTicks } from './roadside-checklist.tsx';
import { translatedForm } from './roadside-form.ts';
import { LanguageLinks } from './roadside-languages.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(textsOf(loaderData).page) : []);

type PageTexts = RoadsideTexts & { definition?: Partial<FormDefinition>; formTexts?: FormTexts | undefined };

/** As JSON, because what React Router makes of an object makes the page 270 bytes longer. */
export const loader = ({ request }: Route.LoaderArgs): string => {
  const texts = textsFor(request);
  return JSON.stringify({ ...texts, form: null, definition: translatedForm(texts), formTexts: texts.form?.texts });
};

const textsOf = (loaderData: string): PageTexts => JSON.parse(loaderData);

export const action = (args: Route.ActionArgs) => formAction(roadside, args);

/**
 * The page for somebody who is still at the scene: first what keeps people safe, then the shortest form, then what else to do there.
 */
export default function RoadsidePage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useMemo(() => textsOf(loaderData), [loaderData]);
  const { page, emergency, location } = texts;
  const element = useRef<HTMLDivElement>(null);
  const form = useMemo(() => ({ ...roadside, ...texts.definition, terms: texts.terms }), [texts]);
  const keepTicks = useKeptTicks(element);
  return (
    <div className="container roadside" ref={element} onChange={keepTicks} lang={texts.code} dir={texts.dir}>
      <LanguageLinks texts={texts} />
      <header className="roadside-head">
        <h1>{page.heading}</h1>
        <p>{page.lead}</p>
        <a href="#call-back" className="button button-quiet">
          {texts.toForm}
        </a>
      </header>
      <section className="sign roadside-emergency" aria-labelledby="emergency">
        <h2 id="emergency">{emergency.title}</h2>
        <a href="tel:999" className="button button-action">
          <Pictogram name="phone" className="icon" />
          {emergency.call}
        </a>
        <p>{emergency.text}</p>
        <Ticks items={texts.safety} />
      </section>
      {texts.translated && <p className="roadside-translated">{texts.translated}</p>}
      <div className="roadside-form stack" id="call-back">
        <p className="roadside-helpline">
          {texts.helpline}{' '}
          <a href={`tel:${site.helpline.tel}`} dir="ltr" className="button button-primary">
            <Pictogram name="phone" className="icon" />
            {site.helpline.display}
          </a>
        </p>
        <LeadForm
          form={form}
          posted={actionData}
          texts={texts.formTexts}
          after={{ locationOfAccident: <LocateButton fieldId="roadside-locationOfAccident" texts={location} /> }}
        >
          <PhotographsField form={roadside} texts={texts.photographs} />
        </LeadForm>
      </div>
      <RoadsideChecklist checklist={texts.checklist} />
    </div>
  );
}
