import { formAction } from '#app/forms/form-action.ts';
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

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.page) : []);

export const loader = ({ request }: Route.LoaderArgs): RoadsideTexts => textsFor(request);

export const action = (args: Route.ActionArgs) => formAction(roadside, args);

/**
 * The page for somebody who is still at the scene: first what keeps people safe, then the shortest form, then what else to do there.
 */
export default function RoadsidePage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = loaderData;
  const { page, emergency } = texts;
  return (
    <div className="container roadside" lang={texts.code} dir={texts.dir}>
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
        <FormIsland name={roadside.name} posted={actionData} words={wordsOf(texts)} />
      </div>
      <RoadsideChecklist checklist={texts.checklist} />
    </div>
  );
}

function wordsOf(texts: RoadsideTexts): RoadsideWords {
  const { location, photographs, terms, form } = texts;
  return { location, photographs, definition: { ...translatedForm(texts), terms }, texts: form?.texts };
}
