import type { Outcome } from './outcome.ts';
import { noticeFor } from './tell.ts';

/** The same notice, standing in the page that comes back from a post without scripts. */
export function StaticNotice({ outcome }: { outcome: Outcome }) {
  const { tone, title, description } = noticeFor(outcome);
  return (
    <div className={`static-notice notice-${tone}`} role="status">
      <h2>{title}</h2>
      <p>{description}</p>
    </div>
  );
}
