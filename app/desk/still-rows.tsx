import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** For so long after its order has changed nothing in a list is pressed: a finger was on its way to the row that was there. */
const settlingMs = 500;

type Row = { id: string };

/**
 * The rows of a list that live updates change. While the pointer is over the list, or the focus was brought into it by a key, each stays in
 * its place, with what it says now; new ones are counted and wait. `keep` makes a row that stays of what is new about it and the row before.
 */
export function useStillRows<One extends Row>(rows: One[], keep: (fresh: One, before: One) => One = (fresh) => fresh) {
  const [held, setHeld] = useState({ byPointer: false, byFocus: false });
  const [order, setOrder] = useState(rows);
  const isHeld = held.byPointer || held.byFocus;
  if (!isHeld && order !== rows) setOrder(rows);

  const fresh = new Map(rows.map((row) => [row.id, row]));
  const shown = isHeld ? order.map((before) => keep(fresh.get(before.id) ?? before, before)) : rows;
  const here = idsOf(shown);
  const changedAt = useRef(-settlingMs);
  const before = useRef(here);
  useEffect(() => {
    if (before.current !== here) changedAt.current = performance.now();
    before.current = here;
  }, [here]);

  useEffect(() => {
    // Who works by keys is not about to press, wherever the pointer was left.
    const byKeys = () => setHeld((now) => (now.byPointer ? { ...now, byPointer: false } : now));
    document.addEventListener('keydown', byKeys);
    return () => document.removeEventListener('keydown', byKeys);
  }, []);

  return {
    rows: shown,
    newCount: rows.filter(({ id }) => !order.some((one) => one.id === id)).length,
    isOther: idsOf(rows) !== here,
    show: () => setOrder(rows),
    /** Of the element around the list. */
    hold: {
      onPointerMove: () => setHeld((now) => (now.byPointer ? now : { ...now, byPointer: true })),
      onPointerDown: () => setHeld((now) => ({ ...now, byPointer: true })),
      onPointerLeave: () => setHeld((now) => ({ ...now, byPointer: false })),
      onFocus: ({ target }: FocusEvent) => setHeld((now) => ({ ...now, byFocus: target.matches(':focus-visible') })),
      onBlur: () => setHeld((now) => ({ ...now, byFocus: false })),
      onClickCapture: (event: MouseEvent) => {
        // A key is of the row that has the focus.
        if (event.detail === 0 || performance.now() - changedAt.current > settlingMs) return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id).join(' ');

/** Says below the list what waits, where nothing above it moves. */
export function WaitingRows({ still }: { still: Pick<ReturnType<typeof useStillRows>, 'newCount' | 'isOther' | 'show'> }) {
  const { newCount, isOther, show } = still;
  return (
    <p className="waiting-rows not-printed" role="status">
      {isOther && (
        <button type="button" className="button button-action" onClick={show}>
          {newCount > 0 ? `${newCount} new: show` : 'The order has changed: show it'}
        </button>
      )}
    </p>
  );
}
