// Protects: each form is erased at its time.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { day, hour } from '#forms/durations.ts';
import { keptLonger } from '#server/claims/actions/kept.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { addEvidence } from '#testing/create-test-evidence.ts';
import { testDatabases } from '#testing/databases.ts';
import { declan } from '#testing/fixtures/enquirers.ts';
import { evidenceFiles } from '#testing/fixtures/evidence-files.ts';
import { aoife, lukasz } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const databases = testDatabases();

describe('retention', () => {
  async function setup(more: Parameters<typeof createTestDesk>[1] = {}) {
    const database = await databases.open();
    const tombstones = () => database.db.selectFrom('tombstones').selectAll().orderBy('id').execute();
    const left = async () =>
      (await database.db.selectFrom('form_submissions').select('id').execute()).map(({ id }) => id).toSorted();
    return { ...(await createTestDesk(database, more)), database, tombstones, left };
  }

  test('retention erases each form at its time, once a day and on one instance', async () => {
    const { storeClaim, desk, createSecondDesk, advance, tombstones, database, events } = await setup();
    const at = (days: number) => ({ createdAt: tenOClock - days * day });
    const message = { formName: 'Contact Us', dueAt: null };
    const kept = [
      await storeClaim(lukasz),
      await storeClaim(aoife, at(364)),
      await storeClaim(declan, { ...message, ...at(364) }),
      await storeClaim(aoife, { ...at(29), quarantineReason: 'a link' }),
    ];
    const closed = await storeClaim(aoife, at(7 * 365 + 3));
    await database.db
      .updateTable('form_submissions')
      .set({ closed_at: tenOClock - 31 * day })
      .where('id', '=', closed)
      .execute();
    const past = [
      closed,
      await storeClaim(declan, { ...message, ...at(366) }),
      await storeClaim(declan, { ...message, ...at(366), formName: 'A form of last year' }),
      await storeClaim(aoife, { ...at(31), quarantineReason: 'a link' }),
    ];
    expect(await desk.retentionState(olu)).toEqual({
      ranAt: null,
      succeededAt: null,
      message: null,
      isLate: false,
      question: null,
    });
    const ran = await Promise.all([desk, createSecondDesk(), createSecondDesk()].map((one) => one.runRetention()));
    expect(ran.filter(Boolean)).toHaveLength(1);
    const left = await database.db.selectFrom('form_submissions').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    expect((await tombstones()).map(({ id }) => id)).toEqual(past.toSorted());
    expect((await tombstones()).map(({ reason }) => reason)).toContain('Retention: “Contact Us” is kept for 365 days.');
    expect(await desk.retentionState(olu)).toMatchObject({ succeededAt: tenOClock, message: '4 erased.', isLate: false });
    expect((await events()).filter(({ action }) => action === 'retention ran')).toHaveLength(1);
    await advance(16 * hour);
    expect(await desk.runRetention()).toBe(false);
    // It is now past three in the morning.
    await advance(2 * hour);
    expect(await desk.runRetention()).toBe(true);
    expect(await desk.runRetention()).toBe(false);
  });

  test('retention erases a claim 365 days after it was closed as not going ahead or as withdrawn, with its files and messages', async () => {
    const { storeClaim, desk, runConfirmedRetention, database, evidence, clock, advance, tombstones } = await setup();
    const [notPursued, withdrawn, pursued, reopened, unmarked] = [
      await storeClaim(aoife),
      await storeClaim(aoife),
      await storeClaim(lukasz),
      await storeClaim(lukasz),
      await storeClaim(lukasz),
    ];
    for (const id of [notPursued, pursued]) await addEvidence(evidence, id, 'a.pdf', evidenceFiles.pdf());
    const message = { id: 'm1', submission_id: notPursued, at: clock.time, text: 'I have sold the car.' };
    await database.db.insertInto('messages').values(message).execute();
    await desk.runAction(olu, notPursued, { type: 'closed', pursued: 'no', why: 'It is settled.' });
    await database.db.updateTable('form_submissions').set({ withdrawn_at: clock.time }).where('id', '=', withdrawn).execute();
    await desk.runAction(olu, withdrawn, { type: 'closed', why: 'It is settled.' });
    await desk.runAction(olu, pursued, { type: 'closed', why: 'It is settled.' });
    await desk.runAction(olu, reopened, { type: 'closed', pursued: 'no', why: 'It is settled.' });
    await desk.runAction(olu, reopened, { type: 'reopened' });
    await desk.runAction(olu, reopened, { type: 'closed', why: 'It is settled.' });
    // Claims were closed like this before there was a mark.
    await database.db.updateTable('form_submissions').set({ closed_at: 1 }).where('id', '=', unmarked).execute();
    await advance(365 * day);
    await runConfirmedRetention();
    expect(await tombstones()).toEqual([]);
    await advance(day);
    await desk.runRetention();
    const erased = await tombstones();
    expect(erased.map(({ id }) => id).toSorted()).toEqual([notPursued, withdrawn].toSorted());
    for (const { reason } of erased) expect(reason).toContain('365 days after it was closed');
    expect(await database.db.selectFrom('messages').selectAll().execute()).toEqual([]);
    const files = await database.db.selectFrom('evidence').select('submission_id').execute();
    expect(files.map((file) => file.submission_id)).toEqual([pursued]);
  });

  test('retention that fails raises an alarm, and is retried within the hour', async () => {
    const { desk, createSecondDesk, storeClaim, clock, advance, log } = await setup();
    await advance(37 * hour);
    expect(await desk.retentionState(olu)).toMatchObject({ isLate: true, succeededAt: null });
    expect(await desk.runRetention()).toBe(true);
    await advance(37 * hour);
    expect(await desk.retentionState(olu)).toMatchObject({ isLate: true });
    const message = { formName: 'Contact Us', dueAt: null };
    await storeClaim(declan, { ...message, createdAt: clock.time - 366 * day });
    expect(await createSecondDesk().runRetention()).toBe(true);
    expect(await desk.retentionState(olu)).toMatchObject({ isLate: false, message: '1 erased.' });

    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'mail'), 'no folder');
    const broken = await setup({ dataDir });
    await broken.storeClaim(aoife);
    await broken.storeClaim(declan, { ...message, createdAt: tenOClock - 9 * 365 * day });
    await expect(broken.desk.runRetention()).rejects.toThrow('ENOTDIR');
    expect(broken.alarms()).toMatchObject([{ name: 'retention_late', since: tenOClock }]);
    expect(broken.alarms()[0]?.message).toMatch(/last succeeded on \w{3}, \d+ Nov 2026, \d\d:\d\d\.|has never succeeded\./);
    expect(await broken.desk.runRetention()).toBe(false);
    await broken.advance(hour);
    await expect(broken.desk.runRetention()).rejects.toThrow('ENOTDIR');
    const linesOf = (event: string) => [log(), broken.log()].map((lines) => lines.split(`"event":"${event}"`).length - 1);
    expect([linesOf('alarm'), linesOf('job failed')]).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('a claim that is kept longer is not erased, closed or not pursued, until that is taken back', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left } = await setup();
    const old = { createdAt: tenOClock - 9 * 365 * day };
    const marked = [await storeClaim(aoife, old), await storeClaim(aoife, old)];
    for (const id of marked) expect(await desk.runAction(olu, id, { type: keptLonger })).toMatchObject({ kind: 'done' });
    const [closed = '', notPursued = ''] = marked;
    await desk.runAction(olu, closed, { type: 'closed', why: 'It is settled.' });
    await desk.runAction(olu, notPursued, { type: 'closed', pursued: 'no', why: 'It is settled.' });
    await advance(366 * day);
    await runConfirmedRetention();
    expect(await left()).toEqual(marked.toSorted());
    expect((await desk.retentionState(olu)).message).toContain('2 past their retention period stay');
    for (const id of marked) await desk.runAction(olu, id, { type: 'no longer kept longer' });
    await advance(day);
    await runConfirmedRetention();
    expect(await left()).toEqual([]);
  });

  test('an open claim is not erased by its age, and is once it has been closed for thirty days', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left } = await setup();
    const years = (count: number) => ({ createdAt: tenOClock - count * 365 * day });
    const [open, fresh] = [await storeClaim(aoife, years(9)), await storeClaim(lukasz)];
    await desk.runAction(olu, open, { type: 'contacted' });
    await desk.runRetention();
    expect(await left()).toEqual([open, fresh].toSorted());
    expect((await desk.retentionState(olu)).message).toBe(
      '0 erased. 1 past their retention period stay: open claims until they are closed, and those kept longer for somebody who was hurt until that is taken back.',
    );
    await desk.runAction(olu, open, { type: 'closed', why: 'It is settled.' });
    await advance(29 * day);
    await runConfirmedRetention();
    expect(await left()).toContain(open);
    await advance(2 * day);
    await desk.runRetention();
    expect(await left()).toEqual([fresh]);
  });

  test('a start at the roadside is erased after twelve months where neither its claimant nor the team touched it', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left, database, clock } = await setup();
    const begin = () => storeClaim(aoife, { formName: 'Roadside Start' });
    const [untouched, contacted, noted, updated] = [await begin(), await begin(), await begin(), await begin()];
    await desk.runAction(olu, contacted, { type: 'contacted' });
    await desk.runAction(olu, noted, { type: 'note added', text: 'Rang twice.' });
    await database.db.updateTable('form_submissions').set({ claimant_update_at: clock.time }).where('id', '=', updated).execute();
    await advance(365 * day);
    await runConfirmedRetention();
    expect(await left()).toContain(untouched);
    await advance(day);
    await desk.runRetention();
    expect(await left()).toEqual([contacted, noted, updated].toSorted());
  });

  test('a start at the roadside stays with a claim that was merged into it, also where neither was touched since', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left } = await setup();
    const begun = await storeClaim(aoife, { formName: 'Roadside Start' });
    const whole = await storeClaim(aoife);
    expect(await desk.runAction(olu, begun, { type: 'merged', other: whole })).toMatchObject({ kind: 'done' });
    await advance(367 * day);
    await runConfirmedRetention();
    expect(await left()).toEqual([begun, whole].toSorted());
  });

  test('a message stays as long as one that was merged into it', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left } = await setup();
    const older = await storeClaim(aoife, { formName: 'Contact' });
    await advance(300 * day);
    const newer = await storeClaim(aoife, { formName: 'Contact' });
    expect(await desk.runAction(olu, older, { type: 'merged', other: newer })).toMatchObject({ kind: 'done' });
    await advance(100 * day);
    await runConfirmedRetention();
    expect(await left()).toEqual([older, newer].toSorted());
    await advance(300 * day);
    await runConfirmedRetention();
    expect(await left()).toEqual([]);
  });

  test('what was merged into a message is erased at its time where a release that knows of no merges has erased the message', async () => {
    const { storeClaim, desk, runConfirmedRetention, advance, left, database } = await setup();
    const [stays, goes] = [await storeClaim(aoife, { formName: 'Contact' }), await storeClaim(aoife, { formName: 'Contact' })];
    expect(await desk.runAction(olu, stays, { type: 'merged', other: goes })).toMatchObject({ kind: 'done' });
    await database.write((tx) => tx.deleteFrom('form_submissions').where('id', '=', stays).execute());
    await advance(400 * day);
    await runConfirmedRetention();
    expect(await left()).toEqual([]);
  });
});
