import { useRef } from 'react';
import { data, Form, redirect } from 'react-router';
import { Labelled } from '#app/ui/labelled.tsx';
import { Problem } from '#app/ui/problem-message.tsx';
import { londonMoment } from '#forms/london-day.ts';
import type { PublishSite, SiteInDesk } from '#server/web/site/edit-site.ts';
import type { PostedSite, SiteField } from '#server/web/site/typed-site.ts';
import { deskTitle } from '../layout/desk-head.tsx';
import { allow, deskServices, staffOf } from '../layout/route-context.ts';
import type { Route } from './+types/site-page.ts';
import { fieldOf, numberOf, readSiteForm } from './read-site-form.ts';
import { useSiteDraft } from './site-draft.ts';
import { SiteFields } from './site-fields.tsx';
import { SiteHistory } from './site-history.tsx';

export const meta: Route.MetaFunction = () => deskTitle('Site');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const done = new URL(request.url).searchParams.get('done');
  return { site: await allow(desk.site(staff)), done, staffId: staff.id };
}

/** Null of `posted`: nothing was typed. */
type Refused = { problems: string[]; posted: PostedSite | null };

/** A published version is shown by another request, so that to load the page again publishes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const { desk } = deskServices(context);
  const staff = staffOf(context);
  const given = await request.formData();
  const isBack = given.get('act') === 'back';
  const site = await allow(desk.site(staff));
  const posted = isBack ? null : readSiteForm(given, site);
  const outcome = await allow(
    posted ? desk.publishSite(staff, posted) : desk.putSiteBack(staff, numberOf(given.get('to')), numberOf(given.get('after'))),
  );
  if (outcome.kind === 'done') throw redirect(`/desk/site?done=${isBack ? 'back' : 'published'}`, 303);
  // What is published now is what the next attempt is made from: its author has been told of it.
  const next = outcome.kind === 'merged' ? { typed: outcome.merged.typed, base: site.typed, after: site.version } : posted;
  return data<Refused>({ problems: problemsOf(outcome, site), posted: next }, { status: 422 });
}

function problemsOf(outcome: Exclude<PublishSite, { kind: 'done' }>, { words }: SiteInDesk): string[] {
  if (outcome.kind === 'refused') return outcome.problems;
  if (outcome.kind === 'unknown version') return ['There is no such version.'];
  if (outcome.kind === 'changed meanwhile')
    return ['Somebody else has published since you opened this page: look at the history.'];
  const { theirs, both } = outcome.merged;
  const titles = (names: SiteField[]) => names.map((name) => words[name]?.title ?? name).join(', ');
  const who = outcome.by.length > 0 ? `${outcome.by.join(' and ')} published` : 'The site was changed';
  return [
    `${who} since you opened this page.`,
    ...(theirs.length > 0 ? [`The form now has the other change of: ${titles(theirs)}.`] : []),
    ...(both.length > 0 ? [`You changed this too, and the form has yours: ${titles(both)}.`] : []),
    'Look it through, and publish it again.',
  ];
}

export default function SitePage({ loaderData: { site, done, staffId }, actionData: refused }: Route.ComponentProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, forget } = useSiteDraft(form, {
    staffId,
    version: site.version,
    isDone: done === 'published' && !refused,
    isPosted: Boolean(refused?.posted),
  });
  const { version, refusal } = site;
  const shown = { typed: site.typed, base: site.typed, after: version };
  const { typed, base, after } = refused?.posted ?? (draft ? readSiteForm(draft.posted, site) : shown);
  // Those of a former version are about questions that the form may not have.
  const asked = refused?.posted?.typed ?? { homeFaq: [], faq: [] };
  const told = (refused?.problems ?? []).map((problem) => fieldOf(problem, asked));
  const errors: Record<string, string> = {};
  for (const { field, message } of told)
    if (field) errors[field] = [...(errors[field] ? [errors[field]] : []), message].join(' ');
  // The texts of /roadside are read before it is rendered.
  const previewed = site.pages.filter(({ path }) => path !== '/roadside');
  return (
    <>
      <h1>Site</h1>
      <p>What changes from day to day. Publish it, and every page says it within five seconds, and so do emails from then on.</p>
      {done && !refused && (
        <p className="callout callout-good" role="status">
          {done === 'back' ? 'The site says what it said then.' : 'Published.'} <a href="/">Look at the site</a>.
        </p>
      )}
      {refusal && <Problem message={refusal} />}
      {told.length > 0 && (
        <Problem message={`Nothing was published. ${told.map(({ message }) => message).join(' ')}`} result={refused} />
      )}
      {draft && !refused?.posted && (
        <p className="callout" role="status">
          You typed this on {londonMoment(draft.at)}, and did not publish it.{' '}
          <button type="button" className="button-link" onClick={forget}>
            Show what the site says instead
          </button>
        </p>
      )}
      {/* A document, with or without scripts: what is previewed opens in another tab. */}
      <Form method="post" reloadDocument className="card stack site-form" ref={form} key={`${version} ${draft?.at}`}>
        <input type="hidden" name="after" value={after} />
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <SiteFields site={site} typed={typed} errors={errors} />
        <Labelled id="page" label="Page to preview">
          <select id="page" name="page" className="input">
            {previewed.map(({ path, title }) => (
              <option key={path} value={path}>
                {path === '/' ? 'Home' : title}
              </option>
            ))}
          </select>
        </Labelled>
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
