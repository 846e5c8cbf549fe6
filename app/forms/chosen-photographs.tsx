import { useSyncExternalStore } from 'react';
import type { FormDefinition } from '#forms/form.ts';
import { draftKey, takeAway } from './photograph-draft.ts';
import { dropUnstored, type Unstored, unstoredPhotographs } from './unstored-photographs.ts';
import { waitingList } from './waiting-list.ts';

/** The photographs that were chosen for this form, and why others were refused. */
export function ChosenPhotographs({ form }: { form: FormDefinition }) {
  const { slug } = form;
  const { chosen, problems } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const own = chosen.filter(({ key }) => key === draftKey(form));
  const { subscribe, read, readOnServer } = unstoredPhotographs;
  const all = useSyncExternalStore(subscribe, read, readOnServer);
  const unstored = all.filter((one) => one.slug === slug && one.state === 'chosen');
  const count = own.length + unstored.length;
  return (
    <div lang="en-GB" dir="ltr" className="stack">
      {problems[slug]?.map((problem) => (
        <p key={problem} role="alert" className="callout callout-danger">
          {problem}
        </p>
      ))}
      <p role="status">{count > 0 && `${count === 1 ? '1 photograph' : `${count} photographs`} will be sent with it.`}</p>
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
      <UnstoredList photographs={unstored} />
    </div>
  );
}

/** What becomes of photographs in memory after their form was accepted. */
export function UnstoredPhotographs({ form: { slug } }: { form: FormDefinition }) {
  const { subscribe, read, readOnServer } = unstoredPhotographs;
  const all = useSyncExternalStore(subscribe, read, readOnServer);
  return <UnstoredList photographs={all.filter((one) => one.slug === slug && one.state !== 'chosen')} />;
}

function UnstoredList({ photographs }: { photographs: Unstored[] }) {
  if (photographs.length === 0) return null;
  return (
    <ul lang="en-GB" dir="ltr" aria-label="Photographs that are on this page alone">
      {photographs.map((one) => (
        <li key={one.id}>
          <bdi>{one.name}</bdi>: {textOf(one)}{' '}
          <button type="button" className="button-link" onClick={() => dropUnstored(({ id }) => id === one.id)}>
            {one.state === 'failed' ? 'Close' : 'Remove'}
            <span className="sr-only"> {one.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function textOf({ state, message }: Unstored): string {
  if (state === 'failed') return message;
  return state === 'sending' ? 'Sending it…' : 'This device has no room to keep it. Leave this page open until it is sent.';
}
