import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { ClaimProgress } from '#app/claimant/claim-progress.tsx';
import { ClaimRights } from '#app/claimant/claim-rights.tsx';
import { minute } from '#forms/durations.ts';
import { dueBy } from '#forms/london-day.ts';
import type { Action, ActionName } from '#server/claims/actions/actions.ts';
import type { Database } from '#server/core/database/database.ts';
import { emailSubject } from '#server/mail/out/email-store.ts';
import { readClaimPage } from '#server/people/claimant/claim-page.ts';
import { createTestDesk } from './create-test-desk.ts';
import { addEvidence } from './create-test-evidence.ts';
import { aoife, lukasz } from './fixtures/people.ts';
import { olu } from './fixtures/test-staff.ts';
import { until } from './until.ts';

/** `email`: what is written to the claimant because of it, `page`: how "Where it stands" begins then, `history`: what has happened by then. */
export type NotificationCase = { before?: Act[]; act: Act; email?: string[]; page?: string; history?: string[] };

export type Act = (claim: Awaited<ReturnType<Opened['claimOf']>>) => Promise<unknown>;

type Opened = Awaited<ReturnType<typeof openNotified>>;

export const staff =
  (type: ActionName, fields: object = {}): Act =>
  ({ does }) =>
    does({ type, ...fields } as Action);

export const claimant =
  (act: string, fields: Record<string, string> = {}): Act =>
  ({ run }) =>
    run({ act, ...fields });

export const undo: Act = ({ takeBack }) => takeBack();

/** A desk on which claims are acted on, and how their claimants are notified. */
export async function openNotified(database: Database) {
  const testDesk = await createTestDesk(database, { emailsSenders: true });
  const { app, desk, clock, advance, startWorker, jobs, storeClaim, sendDueReminders } = testDesk;
  const worker = startWorker();
  const settle = () => database.db.updateTable('jobs').set({ finished_at: 1 }).where('subject_id', 'is not', null).execute();

  async function claimOf() {
    const { id, run, row } = await testDesk.openClaim({ ...aoife, additionalInfo: '' });
    let back: Action | null = null;
    const does = async (action: Action) => {
      const outcome = await desk.runAction(olu, id, action);
      if (outcome.kind !== 'done') throw new Error(`${action.type}: ${JSON.stringify(outcome)}`);
      back = outcome.undo;
    };
    return {
      id,
      does,
      row,
      run: async (fields: Record<string, string>) => expect(await run(fields)).toEqual({ kind: 'done' }),
      takeBack: () => does(back as unknown as Action),
      addFile: () => addEvidence(testDesk.evidence, id, 'damage.txt', Buffer.from('The left door.')),
      other: () => storeClaim({ ...lukasz, email: aoife.email ?? '' }),
      acknowledged: async () => {
        const of = (await jobs()).find(({ subject_id, template }) => subject_id === id && template === 'acknowledgement');
        return of?.id ?? '';
      },
      jobsOf: async (ms: number) => {
        await advance(ms);
        await sendDueReminders();
        worker.wake();
        const isDue = ({ finished_at, run_at, template }: Awaited<ReturnType<typeof jobs>>[number]) =>
          finished_at === null && template === null && run_at <= clock.time;
        await until('no job to be due', async () => !(await jobs()).some(isDue));
      },
    };
  }

  /** What the claimant is told of an act: the emails that leave when nothing undoes it within ten minutes, and the page then. */
  async function told({ before = [], act }: NotificationCase) {
    const claim = await claimOf();
    await settle();
    for (const one of before) {
      await one(claim);
      await advance(minute);
      await settle();
    }
    await act(claim);
    const waiting = (await testDesk.senderEmails()).filter(
      ({ subject_id, finished_at }) => subject_id === claim.id && finished_at === null,
    );
    const emails = waiting.map(async ({ template, payload, created_at: createdAt }) => {
      const subject = await emailSubject(app, { subjectId: claim.id, template, payload, createdAt });
      if (template !== 'progress') return [template];
      return (subject?.reading as { sentences: string[] } | null)?.sentences ?? [];
    });
    const page = await readClaimPage(database, claim.id);
    if (!page) throw new Error('It has no page.');
    const shown = { ...page, files: [] };
    const html = rendered(<ClaimProgress claim={shown} now={clock.time} />);
    const [, callout = ''] = / class="callout[^>]*>(.*?)<\/(?:p|div)>/s.exec(html) ?? [];
    const [, list = ''] = /<ol class="claim-history">(.*?)<\/ol>/s.exec(html) ?? [];
    return {
      email: (await Promise.all(emails)).flat(),
      page: callout.replace(/<[^>]+>/g, '').replaceAll(dueBy(page.dueAt ?? 0, clock.time), 'THEN'),
      history: [...list.matchAll(/<li>(.*?) <time/g)].map(([, text]) => text).slice(1),
      erased: /We erase what you sent (.*?), or sooner/.exec(rendered(<ClaimRights claim={shown} />))?.[1] ?? null,
    };
  }
  return { claimOf, told };
}

const rendered = (element: ReactNode): string =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
