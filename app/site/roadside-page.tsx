import { useRef } from 'react';
import { formAction } from '#app/forms/form-action.ts';
import { loadFormStyles } from '#app/forms/form-styles.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import { submitForm } from '#app/forms/submit-form.ts';
import { PhotographsArea } from '#app/forms/waiting-area.tsx';
import type { PageHandle } from '#app/ui/page-modules.ts';
import { loadPageStyles, PageStyles } from '#app/ui/page-styles.tsx';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { textsFor } from '#content/roadside/texts-by-language.ts';
import { site } from '#content/site.ts';
import { roadside } from '#forms/roadside.ts';
import type { Route } from './+types/roadside-page.ts';
import { LocateButton } from './locate-button.tsx';
import { pageMeta } from './page-meta.ts';
import { RoadsideChecklist, Ticks, useKeptTicks } from './roadside-checklist.tsx';
import { formIn } from './roadside-form.ts';
import styles from './roadside-styles.css?inline';
import url from './roadside-styles.css?url';

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? pageMeta(loaderData.page) : []);

export const loader = ({ request }: Route.LoaderArgs) => textsFor(request);

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => textsFor(request);

/** Nothing that is sent or linked to on the page changes its texts. */
export const shouldRevalidate = () => false;

const sheet = { name: 'roadside', text: import.meta.env.SSR ? styles : '', url };

export const handle: PageHandle = {
  load: async () => {
    await Promise.all([loadFormStyles(), loadPageStyles(sheet)]);
  },
};

export const action = (args: Route.ActionArgs) => formAction(roadside, args);

export const clientAction = (args: Route.ClientActionArgs) => submitForm(roadside, args);

/** For somebody who is still at the scene: what keeps people safe first, then the shortest form, then what else to do there. */
export default function RoadsidePage({ loaderData: texts }: Route.ComponentProps) {
  const { page, emergency, location } = texts;
  const element = useRef<HTMLDivElement>(null);
  const keepTicks = useKeptTicks(element);
  return (
    <div className="container roadside" ref={element} onChange={keepTicks} lang={texts.code} dir={texts.dir}>
      <PageStyles sheet={sheet} />
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
      <div className="roadside-form" id="call-back">
        <p className="roadside-helpline">
          {texts.helpline}{' '}
          <a href={`tel:${site.helpline.tel}`} dir="ltr" className="button button-primary">
            <Pictogram name="phone" className="icon" />
            {site.helpline.display}
          </a>
        </p>
        <LeadForm
          form={formIn(texts)}
          texts={texts.form?.texts}
          after={{ locationOfAccident: <LocateButton fieldId="roadside-locationOfAccident" texts={location} /> }}
        >
          <PhotographsArea form={roadside} texts={texts.photographs} />
        </LeadForm>
      </div>
      <RoadsideChecklist checklist={texts.checklist} />
    </div>
  );
}
