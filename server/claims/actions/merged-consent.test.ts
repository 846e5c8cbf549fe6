// Protects: what the sender of a merged claim asked for or was promised holds for the claim that stays, and comes apart with the undo.
import { describe, expect, test } from 'vitest';
import { hour } from '#forms/durations.ts';
import { whyNotSent } from '#server/mail/out/define-email.ts';
import { emailSubject, kindOf } from '#server/mail/out/email-store.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { olu } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

describe('two claims that are merged', () => {
  async function setup() {
    const database = await databases.open();
    const testDesk = await createTestDesk(database, { emailsSenders: true });
    const { desk, openClaim, advance } = testDesk;
    const run = async (id: string, action: Action) => {
      const outcome = await desk.runAction(olu, id, action);
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
      return outcome.undo;
    };
    const first = await openClaim(aoife);
    await advance(hour);
    const send = () => openClaim({ ...aoife, phone: '07700 900999', firstName: 'Eefa', email: 'eefa@example.org' });
    const view = async (id: string) => {
      const found = await desk.submission(olu, id);
      return [found?.isWithdrawn, found?.isConsentTakenBack];
    };
    const acknowledgement = async (id: string) => {
      const about = { subjectId: id, template: 'acknowledgement', createdAt: Date.now(), payload: null };
      const subject = await emailSubject(testDesk.app, about);
      return subject && { ...subject, refusal: whyNotSent(kindOf(testDesk.app, about.template), subject) };
    };
    return { ...testDesk, first, send, run, view, acknowledgement };
  }

  test('are withdrawn where either is, but not where the other was sent after that', async () => {
    const { first, send, run, view, advance } = await setup();
    const second = await send();
    await second.run({ act: 'withdraw', confirm: 'yes' });
    const undo = await run(first.id, { type: 'merged', other: second.id });
    expect(await view(first.id)).toEqual([true, false]);
    if (undo) await run(first.id, undo);
    expect([await view(first.id), await view(second.id)]).toEqual([
      [false, false],
      [true, false],
    ]);
    await advance(hour);
    const third = await send();
    const taken = await run(third.id, { type: 'merged', other: second.id });
    expect(await view(third.id)).toEqual([false, false]);
    if (taken) await run(third.id, taken);
    const kept = await run(second.id, { type: 'merged', other: third.id });
    expect(await view(second.id)).toEqual([false, false]);
    if (kept) await run(second.id, kept);
    expect(await view(second.id)).toEqual([true, false]);
  });

  test('have the newer word about consent, and each its own again', async () => {
    const { first, send, run, view, advance } = await setup();
    const second = await send();
    await run(first.id, { type: 'consent spoken' });
    await advance(hour);
    await run(second.id, { type: 'consent taken back' });
    const undo = await run(first.id, { type: 'merged', other: second.id });
    expect(await view(first.id)).toEqual([false, true]);
    expect(Object.keys(JSON.parse((await first.row()).recorded ?? '{}'))).toEqual(['consent taken back']);
    await run(first.id, { type: 'consent spoken' });
    expect(await view(first.id)).toEqual([false, false]);
    await run(first.id, { type: 'consent taken back' });
    if (undo) await run(first.id, undo);
    await run(first.id, { type: 'consent spoken' }).catch(() => null);
    expect([await view(first.id), await view(second.id)]).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test('are written to as one: with the time that was promised, and no longer once the consent is taken back', async () => {
    const { first, send, run, acknowledgement } = await setup();
    const second = await send();
    const promised = (await first.row()).due_at;
    await run(first.id, { type: 'merged', other: second.id });
    expect(await acknowledgement(second.id)).toMatchObject({ dueAt: promised, linkGeneration: 0, refusal: null });
    await run(first.id, { type: 'link revoked' });
    expect(await acknowledgement(second.id)).toMatchObject({ linkGeneration: null });
    await run(first.id, { type: 'consent taken back' });
    expect(await acknowledgement(second.id)).toMatchObject({ refusal: 'The consent was taken back.' });
  });
});
