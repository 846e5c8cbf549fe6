import { formAction, sourceOfLink } from '#app/forms/form-action.ts';
import { formId } from '#app/forms/use-lead-form.ts';
import { makeAClaimPage } from '#content/pages/make-a-claim-head.ts';
import { claim } from '#forms/claim.ts';
import type { Route } from './+types/make-a-claim-page.ts';
import { CallInstead } from './calls-to-action.tsx';
import { FormIsland } from './form-island.tsx';
import styles from './make-a-claim-styles.css?inline';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';
import { ViaNote } from './via-note.tsx';

export const meta: Route.MetaFunction = () => pageMeta(makeAClaimPage);

export const loader = async (args: Route.LoaderArgs) => ({ source: await sourceOfLink(args) });

export const action = (args: Route.ActionArgs) => formAction(claim, args);

export default function MakeAClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <style href="make-a-claim" precedence="app">
        {styles}
      </style>
      <PageHero page={makeAClaimPage} />
      <div className="container">
        <ViaNote formId={formId(claim)} source={actionData?.source ?? loaderData.source} />
      </div>
      <div className="container section with-sidebar">
        <FormIsland name={claim.name} posted={actionData} />
        <CallInstead />
      </div>
    </>
  );
}
