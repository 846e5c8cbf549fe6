import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigation, useParams } from 'react-router';
import type { Looker } from '#server/claims/inbox/event-streams.ts';
import type { Band, QueueRow as Row } from '#server/claims/queue/read-queue.ts';
import { useStillRows, WaitingRows } from '../still-rows.tsx';
import { useArrowKeys } from '../use-arrow-keys.ts';
import { areKeysOn } from '../use-desk-keys.ts';
import { outcomeTexts } from './next-step.tsx';
import { claimPath, showOrder } from './opens-next.ts';
import { QueueRow } from './queue-row.tsx';

const bandTexts: Record<Band, string> = {
  now: 'Somebody waits now',
  'first contact': 'First contact and messages',
  'follow up': 'Follow-ups that are due',
  decide: 'To decide',
  later: 'Later',
};

/** The queue by bands. The row of the claim that is open is marked, and stays in sight. */
export function QueueList({ rows: newest, now, ...shared }: { rows: Row[]; now: number; staffId: string; lookers: Looker[] }) {
  const { rows, ...still } = useStillRows(newest, (fresh, { band }) => ({ ...fresh, band }));
  const { id: openId = null } = useParams();
  const { search } = useLocation();
  const list = useArrowKeys<HTMLDivElement>('a.queue-row-name');
  const leftId = useRef(openId);
  const saving = useSaving();
  useEffect(() => {
    // In the order on the screen, by what is new about each.
    const order = rows.flatMap(({ id }) => newest.find((row) => row.id === id) ?? []);
    showOrder(order, shared.staffId, now, search);
  }, [rows, newest, shared.staffId, now, search]);
  useEffect(() => {
    if (openId === null) return;
    leftId.current = openId;
    list.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [openId, list]);

  const openAt = rows.findIndex(({ id }) => id === openId);
  const keyAt = (index: number) => (index === openAt + 1 ? 'j' : openAt > 0 && index === openAt - 1 ? 'k' : undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the rows in it
    <div className="queue-bands" ref={list} onKeyDown={chooseFocused} {...still.hold}>
      {(Object.keys(bandTexts) as Band[])
        .filter((band) => rows.some((row) => row.band === band))
        .map((band) => (
          <section key={band} aria-labelledby={`band-${band.replace(' ', '-')}`}>
            <h2 className="queue-band" id={`band-${band.replace(' ', '-')}`}>
              {bandTexts[band]}
            </h2>
            <ol aria-label={bandTexts[band]}>
              {rows.map(
                (row, index) =>
                  row.band === band && (
                    <QueueRow
                      key={row.id}
                      {...shared}
                      row={row}
                      now={now}
                      to={claimPath(row.id, search)}
                      isOpen={row.id === openId}
                      wasOpen={openId === null && row.id === leftId.current}
                      dataKey={keyAt(index)}
                      saving={saving?.id === row.id ? saving.text : null}
                    />
                  ),
              )}
            </ol>
          </section>
        ))}
      <WaitingRows still={still} />
    </div>
  );
}

/** The key x chooses the row that has the focus, before that of the open claim has it. */
function chooseFocused(event: KeyboardEvent<HTMLElement>): void {
  const isKey = event.key === 'x' && !event.altKey && !event.ctrlKey && !event.metaKey && areKeysOn();
  const row = isKey && event.target instanceof HTMLAnchorElement && event.target.closest('.queue-row');
  if (!row) return;
  event.preventDefault();
  row.querySelector<HTMLInputElement>('.queue-check')?.click();
}

/** How many open claims come after those that are shown: they are due later than all of these, or in a long line. */
export function RestOfQueue({ shown, count, isMore }: { shown: number; count: number; isMore: boolean }) {
  const more = count - shown;
  if (more <= 0) return null;
  return (
    <p className="muted queue-rest">
      {isMore && 'More than '}
      {more.toLocaleString('en-GB')} more {more === 1 ? 'claim comes' : 'claims come'} after these.{' '}
      <Link to="/desk/all">All claims</Link>
    </p>
  );
}

/** The attempt that is on its way to the server: it is shown before the response, and no longer where it was refused. */
function useSaving(): { id: string; text: string } | null {
  const { formData, formAction } = useNavigation();
  const texts: Record<string, string> = outcomeTexts;
  const text = formData?.get('act') === 'contact attempted' ? texts[String(formData.get('outcome'))] : undefined;
  const [, id] = /^\/desk\/submissions\/([^/?]+)/.exec(formAction ?? '') ?? [];
  return text === undefined || id === undefined ? null : { id, text };
}
