import { formAction, sourceOfLink } from '#app/forms/form-action.ts';
import { shortTexts } from '#app/forms/short-texts.ts';
import { formId } from '#app/forms/use-lead-form.ts';
import { Pictogram } from '#app/ui/pictogram.tsx';
import type { RoadsideTexts } from '#content/roadside/roadside-texts.ts';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { roadside } from '#forms/roadside.ts';
import type { Route } from './+types/roadside-page.ts';
import { FormIsland } from './form-island.tsx';
import { pageMeta } from './page-meta.ts';
import { RoadsideChecklist, Ticks } from './roadside-checklist.tsx';
import { translatedForm } from './roadside-form.ts';
import { LanguageLinks } from './roadside-languages.tsx';
import type { RoadsideWords } from './site-form.tsx';
import { ViaNote } from './via-note.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.page, [], localeOf(loaderData)) : [];

export const loader = async (args: Route.LoaderArgs) => ({
  ...textsFor(args.request),
  source: await sourceOfLink(args),
});

export const action = (args: Route.ActionArgs) => formAction(roadside, args);

/**
 * The page for somebody who is still at the scene: 999, the shortest form within the first screen of a phone, then what else to do
 * there.
 */
export default function RoadsidePage({ loaderData, actionData }: Route.ComponentProps) {
  const { source: linked, ...texts } = loaderData;
  // The page has no room for the note that a saved copy would need.
  const source = actionData?.source ?? linked ?? null;
  const { page, emergency } = texts;
  return (
    <div
      className="container roadside"
      lang={texts.code}
      dir={texts.dir}
      data-offline={texts.form?.connection.offline}
      data-online={texts.form?.connection.online}
    >
      <LanguageLinks texts={texts} via={source?.value} />
      <section className="sign roadside-emergency" aria-label={emergency.call}>
        <p>
          <strong>{emergency.title}</strong> <a href="#safety">{texts.safetyTitle}</a>
        </p>
        <a href="tel:999" className="button button-action">
          <Pictogram name="phone" className="icon" />
          {emergency.call}
        </a>
      </section>
      <header className="roadside-head">
        <h1>{page.heading}</h1>
        <p>{`${page.lead} ${texts.who}`}</p>
      </header>
      <div className="roadside-form stack">
        <ViaNote formId={formId(roadside)} source={source} />
        <FormIsland name={roadside.name} posted={actionData} words={wordsOf(texts)} />
        {texts.translated && <p className="roadside-translated">{texts.translated}</p>}
        <p className="roadside-helpline">
          {`${texts.helpline} `}
          <a href={`tel:${site.helpline.tel}`} dir="ltr" className="button button-primary">
            <Pictogram name="phone" className="icon" />
            {site.helpline.display}
          </a>
        </p>
      </div>
      <section id="safety" className="card" aria-labelledby="safety-title">
        <h2 id="safety-title">{texts.safetyTitle}</h2>
        <p>{`${emergency.title} ${emergency.text}`}</p>
        <Ticks items={texts.safety} />
      </section>
      <RoadsideChecklist checklist={texts.checklist} />
    </div>
  );
}

/** As Open Graph writes it: language and country. */
function localeOf({ form }: RoadsideTexts): string {
  return (form?.texts['en-GB'] ?? 'en-GB').slice(0, 5).replace('-', '_');
}

function wordsOf(texts: RoadsideTexts): RoadsideWords {
  const { location, photographs, terms, form } = texts;
  return {
    location,
    photographs,
    definition: { ...translatedForm(texts), terms },
    texts: form ? shortTexts(form.texts) : undefined,
  };
}
