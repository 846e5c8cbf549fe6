import { formAction } from '#app/forms/form-action.ts';
import { makeAClaimPage } from '#content/pages/make-a-claim-head.ts';
import { claim } from '#forms/claim.ts';
import type { Route } from './+types/make-a-claim-page.ts';
import { CallInstead } from './calls-to-action.tsx';
import { FormIsland } from './form-island.tsx';
import styles from './make-a-claim-styles.css?inline';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';

export const meta: Route.MetaFunction = () => pageMeta(makeAClaimPage);

export const action = (args: Route.ActionArgs) => formAction(claim, args);

export default function MakeAClaimPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <style href="make-a-claim" precedence="app">
        {styles}
      </style>
      <PageHero page={makeAClaimPage} />
      <div className="container section with-sidebar">
        <FormIsland name={claim.name} posted={actionData} />
        <CallInstead />
      </div>
    </>
  );
}
