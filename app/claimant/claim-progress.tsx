import { afterClosing } from '#content/after-closing.ts';
import { site } from '#content/site.ts';
import { statedSteps } from '#content/stated-counts.ts';
import { openHours } from '#content/stated-hours.ts';
import { steps } from '#content/steps.ts';
import { dueBy, londonMoment } from '#forms/london-day.ts';
import type { ClaimPage } from '#server/people/claimant/claim-page.ts';
import { ClaimForm, ResultMessage } from './claim-form.tsx';

/** The reference, what has happened and what comes next, only from what the team has recorded. */
export function ClaimProgress({ claim, now }: { claim: ClaimPage; now: number }) {
  return (
    <section className="card stack" aria-labelledby="progress">
      <h2 id="progress">Where it stands</h2>
      <p>
        Your reference <strong className="claim-reference">{claim.reference}</strong>
      </p>
      <NextStep claim={claim} now={now} />
      <h3>What has happened</h3>
      <ol className="claim-history">
        {historyOf(claim).map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {text} <time dateTime={new Date(at).toISOString()}>{londonMoment(at)}</time>
          </li>
        ))}
      </ol>
      {claim.closedAt === null && claim.withdrawnAt === null && <Steps isContacted={claim.contactedAt !== null} />}
    </section>
  );
}

const Helpline = () => <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>;

function NextStep({ claim, now }: { claim: ClaimPage; now: number }) {
  const { closedAt, withdrawnAt, contactedAt, wroteAt, messageLeftAt, willCall, dueAt } = claim;
  // After an answer in writing a call is what is still to come.
  const contact = wroteAt === null ? 'contact' : 'call';
  if (withdrawnAt !== null)
    return (
      <>
        <p className="callout">
          You have withdrawn this claim, and we have stopped working on it. If you change your mind,{' '}
          {closedAt === null && 'press the button or '}call <Helpline />.
        </p>
        {closedAt === null ? (
          <ClaimForm act="continue" submit="Carry on with my claim" tone="quiet" />
        ) : (
          <ResultMessage act="continue" />
        )}
      </>
    );
  if (closedAt !== null)
    return (
      <div className="callout stack">
        <p>
          We have closed this claim.{' '}
          {claim.closingReason && (
            <>
              Why: <bdi>{claim.closingReason}</bdi>
            </>
          )}
        </p>
        <p>{afterClosing.join(' ')}</p>
        <p>
          Think we are wrong? Send us a message, call <Helpline />, or use our <a href="/complaints">complaints procedure</a>.
        </p>
      </div>
    );
  if (claim.isConsentTakenBack)
    return (
      <p className="callout">
        You took your consent back, so we contact you only if you ask us to. To talk to us, call <Helpline />, {openHours}.
      </p>
    );
  if (contactedAt !== null)
    return (
      <p className="callout">
        We have been in touch with you. If we asked you for something, add it below. Any question? Call <Helpline />, {openHours}.
      </p>
    );
  if (messageLeftAt !== null)
    return (
      <p className="callout">
        We rang you and left a message: {londonMoment(messageLeftAt)}. {willCall && 'We will try again. '}To talk to us sooner,
        call <Helpline />, {openHours}.
      </p>
    );
  if (dueAt !== null && now > dueAt)
    return (
      <p className="callout callout-danger">
        We said we would contact you by {dueBy(dueAt, now)}
        {wroteAt === null
          ? ', and our record shows no contact yet.'
          : '. We have written to you, and have not spoken to you yet.'}{' '}
        We are sorry. Please call <Helpline />, {openHours}, so that you need not wait.
      </p>
    );
  return (
    <p className="callout">
      Next, we will {contact} you{dueAt !== null && <strong> by {dueBy(dueAt, now)}</strong>} to discuss your claim. Need us
      sooner? Call <Helpline />, {openHours}.
    </p>
  );
}

function historyOf({ receivedAt, withdrawnAt, done }: ClaimPage): ClaimPage['done'] {
  const withdrawal = withdrawnAt === null ? [] : [{ at: withdrawnAt, text: 'You withdrew your claim.' }];
  return [{ at: receivedAt, text: 'We received your claim.' }, ...withdrawal, ...done].toSorted((a, b) => a.at - b.at);
}

/** The steps of a claim. The store records only the first; whether the others are needed is agreed with the claimant. */
function Steps({ isContacted }: { isContacted: boolean }) {
  return (
    <>
      <h3>{`The ${statedSteps} of a claim`}</h3>
      <ol className="claim-steps">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <p>
              <strong>{title}</strong>{' '}
              {index === 0 && <span className="badge">{isContacted ? 'We have been in touch' : 'Next'}</span>}
            </p>
            {isContacted === index > 0 && <p>{text}</p>}
          </li>
        ))}
      </ol>
      <p className="muted">Not every claim needs every step. We tell you which of them apply to yours.</p>
    </>
  );
}
