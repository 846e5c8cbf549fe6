import { Confirm } from '#app/desk/confirm.tsx';
import { shortLondonMoment } from '#forms/london-day.ts';
import type { SubmissionView } from '#server/claims/view/submission-view.ts';

/** The claimant's private link: whether it opens the claim, and the ways to end it and to send another. */
export function PrivateLinkSection({ view, now }: { view: SubmissionView; now: number }) {
  const { privateLink, quarantine, reference } = view;
  if (!privateLink) return null;
  const { revokedAt, endsAt } = privateLink;
  const isOver = endsAt !== null && now > endsAt;
  return (
    <section className="card stack" aria-labelledby="private-link">
      <h2 id="private-link">Private link</h2>
      <p>{stateOf(privateLink, now)}</p>
      {!isOver && !quarantine && (
        <Confirm
          label="Send a new link"
          about={reference}
          consequence="The claimant is sent an email with a new link. Earlier links no longer work."
          button="Send it"
          isHarmless
        >
          <input type="hidden" name="act" value="link renewed" />
        </Confirm>
      )}
      {!isOver && revokedAt === null && (
        <Confirm
          label="Revoke it"
          about={reference}
          consequence="The link stops working at once, for everybody who has it. Nobody is told."
          button="Revoke it"
        >
          <input type="hidden" name="act" value="link revoked" />
        </Confirm>
      )}
    </section>
  );
}

function stateOf({ revokedAt, endsAt }: NonNullable<SubmissionView['privateLink']>, now: number): string {
  if (revokedAt !== null) return `Revoked ${shortLondonMoment(revokedAt)}. It opens nothing.`;
  if (endsAt === null) return 'It works: anybody who has it can open the claimant’s page.';
  return now > endsAt
    ? `It ended ${shortLondonMoment(endsAt)}.`
    : `It works until ${shortLondonMoment(endsAt)}, because the claim is closed.`;
}
