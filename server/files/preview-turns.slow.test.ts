// Protects: the previews of one claim do not hold up those of others.
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { photograph } from '#testing/fixtures/pictures.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { until, waitLimitMs } from '#testing/until.ts';
import { claimBudgetMs, previewJob } from './preview-job.ts';

const databases = testDatabases();

describe('Previews', () => {
  async function openPreviews() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database);
    const { evidence, advance, startWorker, jobs } = testDesk;
    const names: string[] = [];
    const { limits, files } = testDesk.app;
    const read: typeof files.read = async (key, range) => {
      const file = await evidence.find(key.split('/')[1] ?? '');
      names.push(file?.name ?? 'nothing');
      return files.read(key, range);
    };
    const app = { ...testDesk.app, files: { ...files, read }, limits: { ...limits, picture: waitLimitMs } };
    const jobKind = previewJob;
    return {
      ...testDesk,
      /** In the order in which they were read. */
      names,
      jobKind,
      add: async (claimId: string, name: string, bytes?: Buffer) => {
        await advance(1);
        return addEvidence(evidence, claimId, name, bytes ?? (await photograph()));
      },
      setClaim: (id: string, change: { contacted_at?: number; closed_at?: number; preview_ms?: number }) =>
        database.db.updateTable('form_submissions').set(change).where('id', '=', id).execute(),
      timeOf: async (id: string) =>
        (await database.db.selectFrom('form_submissions').select('preview_ms').where('id', '=', id).executeTakeFirst())
          ?.preview_ms,
      finish: async () => {
        const worker = startWorker([jobKind], app);
        const isOver = ({ kind, finished_at, failed_at }: Awaited<ReturnType<typeof jobs>>[number]) =>
          kind !== jobKind.kind || finished_at !== null || failed_at !== null;
        await until('the end of all jobs', async () => (await jobs()).every(isOver));
        await worker.stop();
      },
    };
  }

  test('many pictures of one claim do not hold up the one of another, claims with contact go first, and closed ones last', async () => {
    const { add, storeClaim, setClaim, finish, names, timeOf } = await openPreviews();
    const [many, other, contacted, closed] = [await storeClaim(), await storeClaim(), await storeClaim(), await storeClaim()];
    for (const name of ['first.jpg', 'second.jpg', 'third.jpg']) await add(many, name);
    await add(other, 'other.jpg');
    await add(contacted, 'contacted.jpg');
    await add(closed, 'closed.jpg');
    await setClaim(contacted, { contacted_at: 1, preview_ms: 60_000 });
    await setClaim(closed, { contacted_at: 1, closed_at: 2 });
    await finish();
    expect(names).toEqual(['contacted.jpg', 'first.jpg', 'other.jpg', 'second.jpg', 'third.jpg', 'closed.jpg']);
    expect(await timeOf(many)).toBeGreaterThan((await timeOf(other)) ?? 0);
  });

  test('a claim whose pictures took too much of the processor gets no more previews, unless staff ask: those go first', async () => {
    const { add, desk, evidence, storeClaim, setClaim, finish, names, timeOf, events } = await openPreviews();
    const [claim, contacted] = [await storeClaim(), await storeClaim()];
    await add(claim, 'one.jpg');
    await setClaim(claim, { preview_ms: claimBudgetMs });
    await finish();
    const [item] = await evidence.list(claim);
    expect(item).toMatchObject({ preview: 'failed', previewReason: expect.stringContaining('no more previews') });
    expect(item?.facts).toMatchObject({ camera: 'Apple iPhone 15', width: 240 });
    const spent = (await timeOf(claim)) ?? 0;

    await add(contacted, 'contacted.jpg');
    await setClaim(contacted, { contacted_at: 1 });
    for (const _ of ['once', 'twice'])
      expect(await desk.evidence.askForPreview(olu, item?.id ?? '')).toMatchObject({ id: item?.id });
    expect(await evidence.list(claim)).toMatchObject([{ preview: 'waiting', previewReason: null }]);
    await finish();
    expect(names).toEqual(['one.jpg', 'one.jpg', 'contacted.jpg']);
    expect(await evidence.list(claim)).toMatchObject([{ preview: 'ready' }]);
    expect(await timeOf(claim)).toBeGreaterThan(spent);
    const asked = (await events()).filter(({ action }) => action === 'preview asked for');
    expect(asked.map(({ actor, subject_id, details }) => [actor, subject_id, JSON.parse(details)])).toEqual([
      [olu.name, claim, { evidence: item?.id }],
    ]);
    expect(await desk.evidence.askForPreview(olu, 'nothing')).toBeNull();
  });

  test('what an unreadable picture took counts as well, and remains when it is erased', async () => {
    const { add, evidence, storeClaim, finish, timeOf } = await openPreviews();
    const claim = await storeClaim();
    const { id } = await add(claim, 'broken.jpg', evidenceFiles.jpeg());
    await finish();
    expect(await evidence.list(claim)).toMatchObject([{ preview: 'failed' }]);
    const took = await timeOf(claim);
    expect(took).toBeGreaterThan(0);
    await evidence.remove(id, { id: olu.id, name: olu.name });
    expect([await evidence.list(claim), await timeOf(claim)]).toEqual([[], took]);
  });

  test('a picture does not wait for ever where each attempt ends with its process', async () => {
    const { add, evidence, storeClaim, advance, lease, jobs, finish, jobKind, names } = await openPreviews();
    const claim = await storeClaim();
    await add(claim, 'deadly.jpg');
    let kills = 0;
    for (let turn = 0; turn < 40 && kills < 6; turn += 1) {
      kills += (await lease(jobKind)).length;
      await advance(jobKind.leaseMs);
    }
    expect(kills).toBe(6);
    await lease(jobKind);
    await advance(2 * 3_600_000);
    await finish();
    expect(await evidence.list(claim)).toMatchObject([
      { preview: 'failed', previewReason: expect.stringContaining('Background') },
    ]);
    // A person sees the failed job, and nothing read the picture in this process.
    expect([names, (await jobs()).filter(({ failed_at }) => failed_at !== null)]).toMatchObject([[], [{}]]);
  });
});
