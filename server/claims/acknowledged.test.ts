// Protects: the right people get an acknowledgement once, whatever the desk does.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { honeypotField } from '#forms/signals.ts';
import { noteClaimantUpdate } from '#server/people/claimant/mark-update.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { sampleClaims, sampleMessages, samplePartners } from '#testing/fixtures/submissions.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import { markUpdateSeen } from './view/submission-reader.ts';

const databases = testDatabases();
const [{ data: harpreet }] = sampleMessages;

describe('who gets an acknowledgement', () => {
  test.each([sampleClaims[0], samplePartners[0], sampleMessages[0]])('the sender of $formName, once', async (sample) => {
    const testApp = await createTestApp();
    for (let i = 0; i < 2; i += 1) await testApp.send(sample.formName, sample.data, { 'Idempotency-Key': 'k' });
    expect(testApp.senderEmails()).toMatchObject([
      { template: 'acknowledgement', recipient: sample.data.email, submission_id: testApp.rows()[0]?.id },
    ]);
  });

  test('a sender by the REST endpoint', async () => {
    const testApp = await createTestApp();
    await testApp.insert('Contact Us', harpreet);
    expect(testApp.senderEmails()).toHaveLength(1);
  });

  test('the sender of a claim in quarantine, whose receipt is like any other; a message there gets none', async () => {
    const testApp = await createTestApp();
    const [{ formName, data }] = sampleClaims;
    const response = await testApp.send(formName, { ...data, [honeypotField]: 'x' });
    expect(await response.json()).toMatchObject({ emailed: true });
    expect(testApp.senderEmails()).toMatchObject([{ template: 'acknowledgement', recipient: data.email }]);
    await testApp.send('Contact Us', { ...harpreet, [honeypotField]: 'x' });
    expect([testApp.senderEmails().length, testApp.emails().length]).toEqual([1, 0]);
  });

  test('nobody while ACKNOWLEDGE is off, and the response says so', async () => {
    const testApp = await createTestApp({ ACKNOWLEDGE: 'off' });
    const response = await testApp.send(sampleClaims[0].formName, sampleClaims[0].data);
    expect(await response.json()).toMatchObject({ emailed: false });
    expect([testApp.emails().length, testApp.senderEmails().length]).toEqual([1, 0]);
  });
});

describe('acknowledgements and the desk', () => {
  async function setup() {
    const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
    const { desk, database } = testDesk;
    return {
      ...testDesk,
      does: (id: string, type: 'released' | 'quarantined' | 'closed' | 'link revoked' | 'link renewed') =>
        desk.runAction(olu, id, { type, why: 'It is settled.' }),
      templates: async () => (await testDesk.senderEmails()).map(({ template }) => template),
      /** Settles the acknowledgement as the worker does. */
      settle: (outcome: string, detail: string) =>
        database.db
          .updateTable('jobs')
          .set({ finished_at: tenOClock, last_outcome: outcome, last_detail: detail })
          .where('kind', '=', 'acknowledgement')
          .execute(),
      view: async (id: string) => {
        const view = await desk.submission(olu, id);
        if (!view) throw new Error('It is not there.');
        return view;
      },
    };
  }

  test('what is released from quarantine is acknowledged then, once, and not while it is back', async () => {
    const { does, storeClaim, templates, settle } = await setup();
    const id = await storeClaim(harpreet, { formName: 'Contact Us', quarantineReason: 'too good to be true' });
    expect(await templates()).toEqual([]);
    await does(id, 'released');
    expect(await templates()).toEqual(['acknowledgement']);
    await does(id, 'quarantined');
    expect(await templates()).toEqual([]);
    await does(id, 'released');
    await settle('sent', '250 OK');
    await does(id, 'quarantined');
    await does(id, 'released');
    expect(await templates()).toEqual(['acknowledgement']);
  });

  test('quarantine removes every email that waits, and the release tells the team again of what the claimant did', async () => {
    const { does, storeClaim, database, emails, senderEmails, view } = await setup();
    const id = await storeClaim();
    await database.db.updateTable('jobs').set({ finished_at: tenOClock }).where('template', '=', 'notification').execute();
    await does(id, 'link renewed');
    await does(id, 'closed');
    await database.write((tx) => noteClaimantUpdate(tx, id, tenOClock));
    await database.write((tx) => noteClaimantUpdate(tx, id, tenOClock, { isCompleted: true }));
    const waiting = async () =>
      [...(await emails()), ...(await senderEmails())].filter((one) => one.finished_at === null).map(({ template }) => template);
    expect((await waiting()).toSorted()).toEqual(
      ['acknowledgement', 'claim-complete', 'claimant-update', 'new-link', 'progress'].toSorted(),
    );
    await does(id, 'quarantined');
    expect(await waiting()).toEqual([]);
    await does(id, 'released');
    expect(await waiting()).toEqual(['claimant-update', 'acknowledgement']);
    // A notification that was leased when the claim went into quarantine was not sent.
    await database.db.updateTable('jobs').set({ last_outcome: 'not sent' }).where('template', '=', 'notification').execute();
    await does(id, 'quarantined');
    expect((await view(id)).emails.find(({ template }) => template === 'notification')).toMatchObject({ state: 'not sent' });
    await does(id, 'released');
    expect(await waiting()).toEqual(['notification', 'acknowledgement']);
  });

  test('what staff have seen of a claimant is not unseen again by somebody who opened the claim earlier', async () => {
    const { storeClaim, database, view, app } = await setup();
    const id = await storeClaim();
    await database.write((tx) => noteClaimantUpdate(tx, id, tenOClock + 1));
    await database.write((tx) => noteClaimantUpdate(tx, id, tenOClock + 2));
    await markUpdateSeen(app, id, tenOClock + 2);
    await markUpdateSeen(app, id, tenOClock + 1);
    expect((await view(id)).isUpdated).toBe(false);
  });

  test('the claim says when the mail server of its sender refuses our email, and its emails to the team are none the worse', async () => {
    const { storeClaim, settle, view } = await setup();
    const id = await storeClaim();
    expect(await view(id)).toMatchObject({ senderRefuses: null });
    await settle('refused', '550 5.1.1 No such user');
    expect(await view(id)).toMatchObject({
      senderRefuses: '550 5.1.1 No such user',
      emailState: 'waiting',
      emails: expect.arrayContaining([expect.objectContaining({ template: 'acknowledgement', state: 'not sent' })]),
    });
  });

  test('an acknowledgement that was not sent can be sent again within a day', async () => {
    const { storeClaim, settle, senderEmails, desk, advance } = await setup();
    const id = await storeClaim();
    await settle('not sent', 'That address was sent 3 in 24 hours.');
    const again = { type: 'email sent again', emailId: (await senderEmails())[0]?.id ?? '' } as const;
    expect(await desk.runAction(olu, id, again)).toMatchObject({ kind: 'done' });
    expect(await senderEmails()).toMatchObject([{ finished_at: null }]);
    await advance(24 * hour);
    expect(await desk.runAction(olu, id, again)).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/more than a day old/),
    });
  });

  test('a private link is revoked and renewed, which the audit trail records', async () => {
    const { does, storeClaim, templates, view, database, events } = await setup();
    const id = await storeClaim();
    const generation = async () =>
      (await database.db.selectFrom('form_submissions').select('link_generation').executeTakeFirst())?.link_generation;
    expect((await view(id)).privateLink).toEqual({ revokedAt: null, endsAt: null });
    expect(await does(id, 'link revoked')).toMatchObject({ kind: 'done', undo: { type: 'action undone' } });
    expect((await view(id)).privateLink).toEqual({ revokedAt: tenOClock, endsAt: null });
    expect(await does(id, 'link revoked')).toMatchObject({
      message: expect.stringMatching(/^Olu Adeyemi revoked the private link/),
    });
    expect(await generation()).toBe(1);
    expect(await does(id, 'link renewed')).toMatchObject({ kind: 'done', undo: null });
    expect((await view(id)).privateLink?.revokedAt).toBeNull();
    expect(await generation()).toBe(1);
    expect(await does(id, 'link renewed')).toMatchObject({ kind: 'done' });
    expect(await generation()).toBe(2);
    expect(await templates()).toEqual(['acknowledgement', 'new-link', 'new-link']);
    expect((await events()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['link revoked', 'link renewed', 'link renewed']),
    );
  });

  test('no new link for what has none, for what is in quarantine, and long after the end', async () => {
    const { does, storeClaim, templates, advance } = await setup();
    const refused = (message: RegExp) => ({ kind: 'refused', message: expect.stringMatching(message) });
    const message = await storeClaim(aoife, { formName: 'Contact Us' });
    for (const act of ['link revoked', 'link renewed'] as const)
      expect(await does(message, act)).toEqual(refused(/no private link/));
    const suspect = await storeClaim(aoife, { quarantineReason: 'too good to be true' });
    expect(await does(suspect, 'link renewed')).toEqual(refused(/in quarantine/));
    const unreachable = await storeClaim({ ...aoife, email: '小明@example.com' });
    expect(await does(unreachable, 'link renewed')).toEqual(refused(/no email address/));
    const closed = await storeClaim();
    await does(closed, 'closed');
    await advance(91 * 24 * hour);
    expect(await does(closed, 'link renewed')).toEqual(refused(/more than 90 days ago/));
    expect(await templates()).not.toContain('new-link');
  });
});
