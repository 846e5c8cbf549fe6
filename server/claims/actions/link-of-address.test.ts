// Protects: a private link is never left with another person because of an email address, corrected or restored.
import { describe, expect, test } from 'vitest';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();
const [theirs, right] = [aoife.email ?? '', 'aoife.right@example.org'];

describe('the private link after a correction of the email address', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
    const { desk, openClaim, claimant, database, advance } = testDesk;
    const { id, cookie } = await openClaim(aoife);
    const run = async (action: Action) => {
      await advance(1_000);
      const outcome = await desk.runAction(olu, id, action);
      return outcome.kind === 'done' ? outcome.undo : JSON.stringify(outcome);
    };
    const correct = (endsLink = '', from = theirs, to = right) =>
      run({ type: 'answers corrected', answers: JSON.stringify({ email: [from, to] }), endsLink });
    const linkState = async () => (await claimant.page(cookie)).kind;
    const ids = async () => (await desk.submission(olu, id))?.corrections.at(-1)?.id ?? '';
    /** All emails that wait are sent. */
    const sendAll = () =>
      database.db
        .updateTable('jobs')
        .set({ finished_at: testDesk.now(), last_run_at: testDesk.now(), last_outcome: 'sent' })
        .where('finished_at', 'is', null)
        .execute();
    return { ...testDesk, id, run, correct, linkState, ids, sendAll };
  }

  test('works on unless the old address was another person’s, and then ends at once', async () => {
    const { correct, linkState } = await setup();
    await correct();
    expect(await linkState()).toBe('open');
    await correct('yes', right, 'aoife.third@example.org');
    expect(await linkState()).toBe('ended');
  });

  test.each(['the undo', 'the list of corrections'])('works again once that is taken back by %s', async (way) => {
    const { correct, run, linkState, ids } = await setup();
    const undo = await correct('yes');
    if (typeof undo !== 'object' || undo === null) throw new Error('It was not done.');
    await run(way === 'the undo' ? undo : { type: 'correction undone', ids: await ids() });
    expect(await linkState()).toBe('open');
  });

  test.each([
    ['a new link', 'yes'],
    ['a new link', ''],
    ['nothing', ''],
  ])('ends with the correction once %s went to the corrected address (ended before: %s)', async (sent, endsLink) => {
    const { correct, run, ids, sendAll, desk, id } = await setup();
    await sendAll();
    await correct(endsLink);
    if (sent === 'a new link') await run({ type: 'link renewed' });
    await sendAll();
    await run({ type: 'correction undone', ids: await ids() });
    const { privateLink } = (await desk.submission(olu, id)) ?? {};
    expect(privateLink?.revokedAt === null).toBe(sent === 'nothing');
  });

  test('ends only with a corrected address', async () => {
    const { run, linkState } = await setup();
    const answers = JSON.stringify({ phone: [aoife.phone, '07700 900444'] });
    expect(await run({ type: 'answers corrected', answers, endsLink: 'yes' })).toContain('Correct the email address too');
    expect(await linkState()).toBe('open');
  });
});
