import { site } from '#content/site.ts';
import type { Outcome } from './outcome.ts';

/** Stays beside the button when the notice has gone: it was not sent, nothing is lost, and there is a number to call. */
export function SendFailed({ outcome }: { outcome: Outcome }) {
  if (outcome.kind !== 'unreachable' && outcome.kind !== 'refused') return null;
  return (
    <p className="send-failed">
      <strong>Not sent yet.</strong> Your answers are still here: send them again with the button below, or call{' '}
      <a href={`tel:${site.helpline.tel}`}>{site.helpline.display}</a>.
    </p>
  );
}
