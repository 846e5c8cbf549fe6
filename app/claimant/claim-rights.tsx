import { dataComplaints } from '#content/legal.ts';
import { periods } from '#content/retention-periods.ts';
import { londonMoment } from '#forms/london-day.ts';
import type { ClaimPage } from '#server/people/claimant/claim-page.ts';
import { ClaimForm, ResultMessage } from './claim-form.tsx';

/** The forms to withdraw the claim, to get a copy of one's data, and to have it erased. */
export function ClaimRights({ claim }: { claim: ClaimPage }) {
  const { closedAt, withdrawnAt, isKeptLonger } = claim;
  return (
    <section className="card stack" aria-labelledby="rights">
      <h2 id="rights">Your data and your choices</h2>
      <div className="stack claim-choice">
        <h3>Get a copy</h3>
        <p>What you sent us, and the main things we did and when. Notes that our team made are not in it: ask us for those.</p>
        <p className="cluster">
          <a className="button button-quiet" href="/your-claim/copy" download>
            Download a copy<span className="sr-only"> (text)</span>
          </a>
          <a href="/your-claim/copy?format=json" download>
            For programs (JSON)
          </a>
        </p>
      </div>
      <div className="stack claim-choice">
        <h3>On a borrowed or shared phone</h3>
        <p>
          We keep your claim, and your private link opens it again. Here its page is closed, and what you typed or chose and did
          not send is deleted. Then close this tab.
        </p>
        <form method="post" action="/your-claim/remove">
          <button type="submit" className="button button-quiet">
            Remove my claim from this device
          </button>
        </form>
      </div>
      <div className="stack claim-choice" id="withdraw">
        <h3>Withdraw your claim</h3>
        {withdrawnAt !== null ? (
          <>
            <ResultMessage act="withdraw" />
            <p>You withdrew it on {londonMoment(withdrawnAt)}.</p>
          </>
        ) : closedAt !== null ? (
          <p>This claim is closed, so there is nothing to withdraw.</p>
        ) : (
          <details>
            <summary>I want to withdraw my claim</summary>
            <ClaimForm act="withdraw" submit="Withdraw my claim" tone="quiet">
              <p>
                We then stop working on it and do not call you about it. It does not end an agreement that you have signed with
                us: for that, call us. We erase what you sent{' '}
                {isKeptLonger
                  ? 'once nobody who was hurt can still go to court'
                  : `${periods.notPursued} after we close the claim`}
                , or sooner if you ask and we may. You can change your mind on this page.
              </p>
              <Confirm id="withdraw-confirm">Yes, I want to withdraw my claim</Confirm>
            </ClaimForm>
          </details>
        )}
        {withdrawnAt === null && <ResultMessage act="continue" id="continue" />}
      </div>
      <div className="stack claim-choice" id="erasure">
        <h3>Ask us to erase your data</h3>
        <Erasure claim={claim} />
      </div>
    </section>
  );
}

function Erasure({ claim: { erasureRequestedAt, erasureAnswer } }: { claim: ClaimPage }) {
  if (erasureRequestedAt !== null && erasureAnswer === null)
    return (
      <>
        <ResultMessage act="erasure" />
        <p>You asked us on {londonMoment(erasureRequestedAt)}. We answer within one month.</p>
        <ClaimForm act="keep" submit="Keep my data after all" tone="quiet" />
      </>
    );
  return (
    <>
      {erasureRequestedAt !== null && erasureAnswer !== null && (
        <>
          <p>
            You asked us on {londonMoment(erasureRequestedAt)}. <strong>We have answered your request</strong> on{' '}
            {londonMoment(erasureAnswer.at)}:
          </p>
          <p className="callout claim-text" dir="auto">
            {erasureAnswer.text}
          </p>
          <p>Not happy with our answer? {dataComplaints}</p>
        </>
      )}
      <ResultMessage act="keep" id="keep" />
      <details>
        <summary>{erasureAnswer === null ? 'I want my data erased' : 'I want to ask again'}</summary>
        <ClaimForm act="erasure" submit="Ask us to erase my data" tone="quiet">
          <p>
            A person on our team reads your request, and we answer within one month. We may have to keep some of it: where there
            is an agreement, a claim or a complaint, records are needed for the time in which it can go to court. If we keep
            anything, we tell you what and why. Without your data we cannot go on with your claim.
          </p>
          <Confirm id="erasure-confirm">Yes, I want to ask for this</Confirm>
        </ClaimForm>
      </details>
    </>
  );
}

function Confirm({ id, children }: { id: string; children: string }) {
  return (
    <div className="field">
      <label className="choice" htmlFor={id}>
        <input id={id} type="checkbox" name="confirm" value="yes" required />
        <span>{children}</span>
      </label>
    </div>
  );
}
