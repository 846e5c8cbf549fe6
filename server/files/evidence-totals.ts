import { setImmediate as nextTurn } from 'node:timers/promises';
import { minute } from '#forms/durations.ts';
import { type App, perApp } from '#server/core/app.ts';

/** How many rows are counted at once, in about a millisecond. */
const pageSize = 2_000;

/** How long a count of more than one page is good for. */
const keptForMs = 10 * minute;

type EvidenceTotals = { files: number; bytes: number };

/**
 * Reads the number and size of all received files. They are counted page by page, because one query over all rows would stop the process
 * for as long as it takes. Up to a page they are exact; above that they are counted again after ten minutes, while the earlier count
 * is given out.
 */
export const readTotalsOf = perApp(({ db, now }: App): (() => Promise<EvidenceTotals>) => {
  let kept: { totals: EvidenceTotals; at: number } | null = null;
  let counting: Promise<EvidenceTotals> | null = null;

  return async () => {
    if (kept && Math.abs(now() - kept.at) < keptForMs) return kept.totals;
    counting ??= count().finally(() => {
      counting = null;
    });
    if (!kept) return counting;
    // Where the count fails, the next reading begins another.
    counting.catch(() => {});
    return kept.totals;
  };

  async function count(): Promise<EvidenceTotals> {
    const totals = { files: 0, bytes: 0 };
    let page = await readPage('');
    for (; page.lastId !== null; page = await readPage(page.lastId)) {
      totals.files += page.files;
      totals.bytes += page.bytes;
      if (page.files < pageSize) break;
      await nextTurn();
    }
    kept = totals.files < pageSize ? null : { totals, at: now() };
    return totals;
  }

  function readPage(afterId: string): Promise<EvidenceTotals & { lastId: string | null }> {
    return db.read(async (store) => {
      const received = store.selectFrom('evidence').select(['id', 'size']).where('received_at', 'is not', null);
      const page = received.where('id', '>', afterId).orderBy('id').limit(pageSize).as('page');
      const row = await store
        .selectFrom(page)
        .select(({ fn }) => [
          fn.countAll<number>().as('files'),
          fn.sum<number | null>('size').as('bytes'),
          fn.max<string | null>('id').as('lastId'),
        ])
        .executeTakeFirst();
      return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0), lastId: row?.lastId ?? null };
    });
  }
});
