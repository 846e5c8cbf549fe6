import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { readBytes } from '#app/waiting/photograph-store.ts';
import type { WaitingPhotograph, WaitingSubmission } from '#app/waiting/waiting-submission.ts';
import type { TranslateAll } from '#content/late-texts.ts';
import type { FormDefinition } from '#forms/form.ts';
import { takeAway } from './photograph-draft.ts';
import { dropUnstored, type Unstored, unstoredPhotographs } from './unstored-photographs.ts';
import { waitingList } from './waiting-list.ts';

type ChosenListProps = { chosen: WaitingPhotograph[]; unstored: Unstored[]; t: TranslateAll };

/** The photographs that were chosen for a form. */
export function ChosenList({ chosen, unstored, t }: ChosenListProps) {
  return (
    <>
      {chosen.length > 0 && (
        <ul className="photograph-list" aria-label={t('Chosen photographs')}>
          {chosen.map((photograph) => (
            <PhotographItem key={photograph.id} photograph={photograph}>
              <Remove name={photograph.name} act={() => void takeAway(photograph)} t={t} />
            </PhotographItem>
          ))}
        </ul>
      )}
      <UnstoredList photographs={unstored} t={t} />
    </>
  );
}

/** What becomes of photographs in memory after their form was accepted. */
export function UnstoredPhotographs({ form: { slug }, t }: { form: FormDefinition; t: TranslateAll }) {
  const { subscribe, read, readOnServer } = unstoredPhotographs;
  const all = useSyncExternalStore(subscribe, read, readOnServer);
  const own = all.filter((one) => one.slug === slug && one.state !== 'chosen');
  return <UnstoredList photographs={own} t={t} />;
}

function UnstoredList({ photographs, t }: { photographs: Unstored[]; t: TranslateAll }) {
  if (photographs.length === 0) return null;
  return (
    <ul>
      {photographs.map((one) => (
        <li key={one.id}>
          <bdi>{one.name}</bdi>: <UnstoredText photograph={one} t={t} />{' '}
          <Remove name={one.name} act={() => dropUnstored(({ id }) => id === one.id)} t={t} />
        </li>
      ))}
    </ul>
  );
}

function UnstoredText({ photograph: { state, message }, t }: { photograph: Unstored; t: TranslateAll }) {
  if (state === 'sending') return t('On its way');
  if (state === 'chosen') return t('This device has no room to keep it. Leave this page open until it is sent.');
  return (
    <span lang="en-GB" dir="ltr">
      {message}
    </span>
  );
}

function Remove({ name, act, t }: { name: string; act: () => void; t: TranslateAll }) {
  return (
    <button type="button" className="button-link" onClick={act}>
      {t('Remove')}
      <span className="sr-only"> {name}</span>
    </button>
  );
}

/** The photographs of a submission, each with how much of it our server has. */
export function PhotographsOf({ submission: { key, state } }: { submission: WaitingSubmission }) {
  const { photographs } = useSyncExternalStore(waitingList.subscribe, waitingList.read, waitingList.readOnServer);
  const own = photographs.filter((one) => one.key === key);
  if (own.length === 0) return null;
  return (
    <ul className="photograph-list">
      {own.map((photograph) => (
        <PhotographItem key={photograph.id} photograph={photograph}>
          {state.kind === 'accepted' && photograph.size !== undefined && (
            <progress max={photograph.size} value={photograph.sent ?? 0} aria-label={photograph.name} />
          )}
        </PhotographItem>
      ))}
    </ul>
  );
}

/** A photograph on this device, with a small picture of it. */
function PhotographItem({ photograph, children }: { photograph: WaitingPhotograph; children: ReactNode }) {
  return (
    <li>
      <Thumbnail photograph={photograph} />
      <bdi>{photograph.name}</bdi>
      {children}
    </li>
  );
}

/** The edge of a picture in pixels, for screens with two for each of the layout's. */
const edge = 112;

/** Drawn on a canvas, because the policy of the page allows no image from memory. What the browser cannot decode stays blank. */
function Thumbnail({ photograph: { id, type } }: { photograph: Pick<WaitingPhotograph, 'id' | 'type'> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    void inTurn(async () => {
      const bytes = isGone ? null : await readBytes({ id });
      if (!bytes) return;
      const picture = await createImageBitmap(new Blob([bytes], { type }), { resizeHeight: edge });
      const place = canvas.current?.getContext('2d');
      place?.drawImage(picture, (edge - picture.width) / 2, 0);
      picture.close();
    });
    return () => {
      isGone = true;
    };
  }, [id, type]);
  return <canvas ref={canvas} width={edge} height={edge} />;
}

/** One at a time, because a large photograph takes much memory while it is decoded. */
let last: Promise<void> = Promise.resolve();

function inTurn(draw: () => Promise<void>): Promise<void> {
  last = last.then(draw).catch(() => {});
  return last;
}
