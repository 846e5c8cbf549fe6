import { useSyncExternalStore } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { draftKey, takeAway } from './photograph-draft.ts';
import { waitingList } from './waiting-list.ts';

/** The photographs that were chosen for this form, and why others were refused. */
export function ChosenPhotographs({ form: { slug } }: { form: FormDefinition }) {
  const { chosen, problems } = useSyncExternalStore(waitingList.subscribe, waitingList.read);
  const own = chosen.filter(({ key }) => key === draftKey(slug));
  return (
    <div lang="en-GB" dir="ltr" className="stack">
      {problems[slug]?.map((problem) => (
        <p key={problem} role="alert" className="callout callout-danger">
          {problem}
        </p>
      ))}
      <p role="status">
        {own.length > 0 && `${own.length === 1 ? '1 photograph' : `${own.length} photographs`} will be sent with it.`}
      </p>
      {own.length > 0 && (
        <ul aria-label="Chosen photographs">
          {own.map((photograph) => (
            <li key={photograph.id} className="cluster">
              <bdi>{photograph.name}</bdi>
              <button type="button" className="button-link" onClick={() => void takeAway(photograph)}>
                Remove<span className="sr-only"> {photograph.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
