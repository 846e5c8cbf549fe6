// Protects: what an action keeps and tells is shown, exported and sent everywhere from its definition alone.
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readClaimPage } from '#server/people/claimant/claim-page.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { recordedActions } from '../view/recorded-actions.ts';
import { type Action, type ActionName, definitions, keptActions } from './actions.ts';
import { definePlainAction, whenDone } from './define-action.ts';
import { progressSince } from './progress-email.ts';

const databases = testDatabases();

const name = 'tried in a test' as ActionName;

const delivered = definePlainAction({
  undoneBy: 'trial undone' as ActionName,
  keeps: {
    title: 'Tried in a test',
    columns: null,
    onClaimantsPage: 'We tried it.',
    tells: whenDone({ title: 'It was tried', sentences: ['You need do nothing.'] }),
  },
  run: async () => ({ kind: 'done' }),
});

/** An action as CONTRIBUTING adds one, listed for these tests alone. */
const further = {
  [name]: delivered,
  'trial undone': definePlainAction({ undoneBy: null, keeps: null, run: async () => ({ kind: 'done' }) }),
};

beforeAll(() => {
  Object.assign(definitions, further);
  const { keeps } = delivered;
  if (keeps?.title) recordedActions.push({ ...keeps, name, title: keeps.title });
  if (keeps) keptActions.push({ ...keeps, name });
});

afterAll(() => {
  for (const one of Object.keys(further)) Reflect.deleteProperty(definitions, one);
  keptActions.pop();
  recordedActions.pop();
});

describe('an action without columns of its own', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database, { emailsSenders: true });
    const id = await testDesk.storeClaim(aoife);
    const progress = async () => (await testDesk.senderEmails()).find(({ template }) => template === 'progress');
    const row = () =>
      database.read((db) => db.selectFrom('form_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
    return {
      ...testDesk,
      database,
      id,
      row,
      progress,
      outcome: await testDesk.desk.runAction(olu, id, { type: name } as Action),
    };
  }

  test('the desk, the list as CSV, both exports and the claimant’s page show when and by whom', async () => {
    const { desk, database, id } = await setup();
    expect((await desk.submission(olu, id))?.recorded).toEqual([{ name, title: 'Tried in a test', at: tenOClock, by: olu.name }]);
    const csv = await text(await desk.listFile(olu, {}, 'csv'));
    expect(csv).toContain('Tried in a test (London),Tried in a test by');
    expect(csv).toContain(`2026-11-21 10:00:00,${olu.name}`);
    const at = new Date(tenOClock).toISOString();
    const json = await desk.exportPerson(olu, aoife.email ?? '', 'json');
    expect(JSON.parse(json.body).submissions[0][name]).toEqual({ at, by: olu.name });
    expect((await desk.exportPerson(olu, aoife.email ?? '', 'text')).body).toContain(`Tried in a test ${at} by ${olu.name}.`);
    expect((await desk.copyForClaimant(id, 'text'))?.body).toContain(`Tried in a test ${at} by our team.`);
    expect((await readClaimPage(database, id))?.done).toEqual([{ at: tenOClock, text: 'We tried it.' }]);
  });

  test('the claimant is told of it, and no longer once it is undone', async () => {
    const { desk, id, row, outcome, progress } = await setup();
    expect(outcome).toMatchObject({ kind: 'done', undo: { type: 'trial undone' } });
    const payload = (await progress())?.payload ?? '';
    expect(progressSince(payload, await row())).toEqual({ title: 'It was tried', sentences: ['You need do nothing.'] });
    await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'spoke', line: '' });
    await desk.runAction(olu, id, { type: 'trial undone' as ActionName } as Action);
    expect((await desk.submission(olu, id))?.recorded.map((one) => one.name)).toEqual(['contacted']);
    expect(progressSince(payload, await row())?.title).toMatch(/^We have been in touch/);
  });
});
