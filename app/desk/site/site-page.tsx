import { useEffect } from 'react';
import { data, Form, redirect } from 'react-router';
import { Problem } from '#app/ui/problem-message.tsx';
import type { PublishSite, TypedSite } from '#server/site/live-site.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { removeFormDrafts } from '../layout/form-drafts.ts';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/site-page.ts';
import { fieldOf, readSiteForm } from './read-site-form.ts';
import { SiteFields } from './site-fields.tsx';
import { SiteHistory } from './site-history.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Site');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const site = await allow(desk.site(staffOf(context)));
  return { site, published: new URL(request.url).searchParams.has('published') };
}

type Refused = { problems: string[]; typed: TypedSite | null };

/** A published version is shown by another request, so that to load the page again publishes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const given = await request.formData();
  const after = Number(given.get('after'));
  const isBack = given.get('act') === 'back';
  const typed = isBack ? null : readSiteForm(given, await allow(desk.site(staff)));
  const outcome = await allow(
    typed ? desk.publishSite(staff, typed, after) : desk.putSiteBack(staff, Number(given.get('to')), after),
  );
  if (outcome.kind === 'done') throw redirect('/desk/site?published', 303);
  return data<Refused>({ problems: problemsOf(outcome), typed }, { status: 422 });
}

function problemsOf(outcome: Exclude<PublishSite, { kind: 'done' }>): string[] {
  if (outcome.kind === 'refused') return outcome.problems;
  if (outcome.kind === 'unknown version') return ['There is no such version.'];
  return ['Somebody else has published since you opened this page. Open it again in another tab, and compare.'];
}

export default function SitePage({ loaderData: { site, published }, actionData: refused }: Route.ComponentProps) {
  const { content, version, refusal } = site;
  const problems = refused?.problems ?? [];
  const told = problems.map(fieldOf);
  const errors = Object.fromEntries(told.flatMap(({ field, message }) => (field ? [[field, message]] : [])));
  const typed = refused?.typed ?? { ...content, helpline: content.helpline.display, whatsapp: content.whatsapp.display };
  // The texts of /roadside are read before it is rendered.
  const previewed = site.pages.filter(({ path }) => path !== '/roadside');
  useEffect(() => {
    if (published) removeFormDrafts('site');
  }, [published]);
  return (
    <>
      <h1>Site</h1>
      <p>What changes from day to day. Publish it, and every page says it within five seconds, and so do emails from then on.</p>
      {published && !refused && (
        <p className="callout callout-good" role="status">
          Published. <a href="/">Look at the site</a>.
        </p>
      )}
      {refusal && <Problem message={refusal} />}
      {problems.length > 0 && (
        <Problem message={`Nothing was published. ${told.map(({ message }) => message).join(' ')}`} result={refused} />
      )}
      {/* A document, with or without scripts: what is previewed opens in another tab. */}
      <Form method="post" reloadDocument className="card stack site-form" data-draft="site" key={version}>
        <input type="hidden" name="after" value={version} />
        <SiteFields site={site} typed={typed} errors={errors} />
        <div className="field">
          <label htmlFor="page">Page to preview</label>
          <select id="page" name="page" className="input">
            {previewed.map(({ path, title }) => (
              <option key={path} value={path}>
                {path === '/' ? 'Home' : title}
              </option>
            ))}
          </select>
        </div>
        <div className="cluster">
          {/* The first button is the one that Enter presses. */}
          <button type="submit" className="button button-quiet" formAction="/desk/site/preview" formTarget="_blank">
            Preview<span className="sr-only"> (opens in a new tab)</span>
          </button>
          <button type="submit" className="button button-primary">
            Publish
          </button>
        </div>
      </Form>
      <SiteHistory site={site} />
    </>
  );
}
