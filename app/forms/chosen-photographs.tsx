import { useEffect, useSyncExternalStore } from 'react';
import type { TranslateAll } from '#content/late-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { draftKey } from './photograph-draft.ts';
import { ChosenList } from './photograph-list.tsx';
import { sendPostedPhotographs } from './posted-photographs.ts';
import { unstoredPhotographs } from './unstored-photographs.ts';
import { waitingList } from './waiting-list.ts';

/** How many photographs were chosen for this form, and why others were refused. */
export function ChosenPhotographs({ form, t }: { form: FormDefinition; t: TranslateAll }) {
  const { slug } = form;
  const { photographs, problems } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const own = photographs.filter(({ key }) => key === draftKey(form));
  const { subscribe, read, readOnServer } = unstoredPhotographs;
  const all = useSyncExternalStore(subscribe, read, readOnServer);
  const unstored = all.filter((one) => one.slug === slug && one.state === 'chosen');
  const count = own.length + unstored.length;
  useEffect(() => void sendPostedPhotographs(form).catch(() => {}), [form]);
  return (
    <div className="stack">
      {problems[slug]?.map(({ name, problem }) => (
        <p key={name} role="alert" className="callout callout-danger">
          <bdi>{name}</bdi>: {t(problem)}
        </p>
      ))}
      <p role="status">
        {count > 0 &&
          t(count === 1 ? '1 photograph will be sent with it.' : '$count photographs will be sent with it.').replace(
            '$count',
            String(count),
          )}
      </p>
      <ChosenList chosen={own} unstored={unstored} t={t} />
    </div>
  );
}
