import { formAction } from '#app/forms/form-action.ts';
import { loadFormStyles } from '#app/forms/form-styles.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import { PhotographsField } from '#app/forms/photographs-field.tsx';
import { submitForm } from '#app/forms/submit-form.ts';
import type { PageHandle } from '#app/ui/page-modules.ts';
import { Pictogram } from '#app/ui/pictogram.tsx';
import { english } from '#content/roadside/en.ts';
import { safetyItems } from '#content/roadside/roadside-texts.ts';
import { site } from '#content/site.ts';
import { roadside } from '#forms/roadside.ts';
import type { Route } from './+types/roadside-page.ts';
import { pageMeta } from './page-meta.ts';
import { RoadsideChecklist } from './roadside-checklist.tsx';

export const meta: Route.MetaFunction = () => pageMeta(english.page);

export const handle: PageHandle = { load: loadFormStyles };

export const action = (args: Route.ActionArgs) => formAction(roadside, args);

export const clientAction = (args: Route.ClientActionArgs) => submitForm(roadside, args);

/** For somebody who is still at the scene: what keeps people safe first, then the shortest form, then what else to do there. */
export default function RoadsidePage() {
  const texts = english;
  const { page, emergency, safety, helpline } = texts;
  return (
    <div className="container section roadside">
      <div className="stack">
        <h1>{page.heading}</h1>
        <p>{page.lead}</p>
        <section className="sign roadside-emergency stack" aria-labelledby="emergency">
          <h2 id="emergency">{emergency.title}</h2>
          <p>{emergency.text}</p>
          <a href="tel:999" className="button button-action">
            <Pictogram name="phone" className="icon" />
            {emergency.call}
          </a>
          <ul>
            {safetyItems.map((item) => (
              <li key={item}>{safety[item]}</li>
            ))}
          </ul>
        </section>
        <p>
          {helpline}{' '}
          <a href={`tel:${site.helpline.tel}`} className="nowrap">
            {site.helpline.display}
          </a>
        </p>
      </div>
      <LeadForm form={roadside}>
        <PhotographsField form={roadside} />
      </LeadForm>
      <RoadsideChecklist texts={texts} />
    </div>
  );
}
