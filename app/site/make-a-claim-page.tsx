import { useEffect, useState } from 'react';
import { readStored } from '#app/forms/browser-storage.ts';
import { formAction } from '#app/forms/form-action.ts';
import { FormProgress } from '#app/forms/form-progress.tsx';
import { LeadForm } from '#app/forms/lead-form.tsx';
import type { Accepted } from '#app/forms/outcome.ts';
import { makeAClaimPage } from '#content/pages/make-a-claim-head.ts';
import { claim } from '#forms/claim.ts';
import type { Route } from './+types/make-a-claim-page.ts';
import { CallInstead } from './calls-to-action.tsx';
import { PageHero } from './page-hero.tsx';
import { pageMeta } from './page-meta.ts';

export const meta: Route.MetaFunction = () => pageMeta(makeAClaimPage);

export const action = (args: Route.ActionArgs) => formAction(claim, args);

export default function MakeAClaimPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHero page={makeAClaimPage} />
      <BegunAtTheRoadside />
      <div className="container section with-sidebar">
        <LeadForm form={claim} posted={actionData} Progress={FormProgress} />
        <CallInstead />
      </div>
    </>
  );
}

/** Shown in the tab in which a claim was begun at the roadside. */
function BegunAtTheRoadside() {
  const [start, setStart] = useState<Accepted | null>(null);
  useEffect(() => setStart(readStored('sessionStorage', 'receipt:roadside') as Accepted | null), []);
  return (
    start?.link && (
      <div className="container">
        <p className="callout">
          You started at the roadside: reference {start.reference}. <a href={start.link}>Go on there</a>
        </p>
      </div>
    )
  );
}
