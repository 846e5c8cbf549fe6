// Protects: nobody gets more than one email that reminds them within an hour, of whatever kind, by whichever instance.
import { describe, expect, test } from 'vitest';
import { hour, minute } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import type { Database } from '#server/core/database/database.ts';
import { readEnv } from '#server/core/settings/env.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace } from '#testing/fixtures/test-staff.ts';
import { sendDueReminders } from './due-reminders.ts';
import { escalate } from './escalation.ts';

const databases = testDatabases();

async function setup(database: Database) {
  const testDesk = await createTestDesk(database);
  /** To whom reminders of every kind were written since the last time. */
  const seen = new Set<string>();
  const written = async () => {
    const all = (await testDesk.emails()).filter(({ template }) => template === 'due-digest' || template === 'escalation');
    const fresh = all.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh.map(({ template, recipient }) => `${template} to ${recipient ?? 'the team'}`).toSorted();
  };
  return {
    ...testDesk,
    escalate: () => escalate(testDesk.app),
    written,
    /** The reminders written this many hours after ten o'clock. */
    at: async (hours: number) => {
      await testDesk.advance(tenOClock + hours * hour - testDesk.clock.time);
      await testDesk.sendDueReminders();
      return written();
    },
  };
}

describe('when reminders are written', () => {
  test('our own target that is missed is told within a minute where there was no digest in the hour, and otherwise after it', async () => {
    const { at, storeClaim } = await setup(await databases.open());
    await storeClaim(aoife, { ownTargetAt: tenOClock + 15 * minute });
    await storeClaim(aoife, { ownTargetAt: tenOClock + 30 * minute });
    expect(await at(0.2)).toEqual([]);
    expect(await at(0.25)).toEqual(['due-digest to the team']);
    expect(await at(0.5)).toEqual([]);
    expect(await at(1.2)).toEqual([]);
    expect(await at(1.25)).toEqual(['due-digest to the team']);
  });

  test('a digest and an escalation at the same moment, by several instances, are one email to an owner', async () => {
    const { storeClaim, sendDueReminders, escalate, written, advance, emails } = await setup(await databases.open());
    await storeClaim(aoife, { createdAt: tenOClock - 25 * hour, dueAt: tenOClock - hour });
    await storeClaim(aoife, { formName: roadside.name, ownTargetAt: tenOClock + 15 * minute });
    await advance(10 * minute);
    await Promise.all([sendDueReminders(), escalate(), sendDueReminders(), escalate()]);
    const toOwner = (await emails()).filter(({ recipient }) => recipient === grace.email);
    expect(toOwner).toHaveLength(1);
    expect(await written()).toEqual([`${toOwner[0]?.template} to ${grace.email}`, 'due-digest to the team'].toSorted());
    for (let minutes = 11; minutes < 70; minutes += 7) {
      await advance(7 * minute);
      await storeClaim(aoife, { formName: roadside.name, ownTargetAt: tenOClock + minutes * minute });
      await Promise.all([escalate(), sendDueReminders(), sendDueReminders()]);
      if (minutes < 60) expect(await written()).toEqual([]);
    }
    expect((await written()).filter((one) => one.endsWith(grace.email))).toHaveLength(1);
  });

  test.each([
    ['an escalation holds up the digest', true],
    ['a digest holds up the escalation', false],
  ])('%s of the same hour', async (_, isEscalationFirst) => {
    const { storeClaim, sendDueReminders, escalate, written, advance } = await setup(await databases.open());
    const overdue = () => storeClaim(aoife, { createdAt: tenOClock - 25 * hour, dueAt: tenOClock - hour });
    const start = () => storeClaim(aoife, { formName: roadside.name, createdAt: tenOClock, ownTargetAt: tenOClock + hour });
    await advance(10 * minute);
    if (isEscalationFirst) {
      await start();
      await escalate();
      await overdue();
    } else {
      await overdue();
      await sendDueReminders();
      await start();
    }
    expect(await written()).toContain(`${isEscalationFirst ? 'escalation' : 'due-digest'} to ${grace.email}`);
    await advance(59 * minute);
    await Promise.all([sendDueReminders(), escalate()]);
    expect((await written()).filter((one) => one.endsWith(grace.email))).toEqual([]);
    await advance(minute);
    await sendDueReminders();
    expect(await written()).toContain(`due-digest to ${grace.email}`);
  });

  test('an owner who reads the mailbox of the team gets one email, which has what owners are told', async () => {
    const database = await databases.open();
    const { storeClaim, written, advance, app: before } = await setup(database);
    const { mailTo } = readEnv({ MAIL_TO: `The team <Team@kerbside.example>, ${grace.email.toUpperCase()}` });
    const app = { ...before, env: { ...before.env, mailTo } };
    await storeClaim(aoife, { createdAt: tenOClock - 25 * hour, dueAt: tenOClock - hour, quarantineReason: 'It has links' });
    await storeClaim(aoife, { formName: roadside.name, ownTargetAt: tenOClock + 15 * minute });
    await advance(10 * minute);
    await Promise.all([sendDueReminders(app), sendDueReminders(app)]);
    await escalate(app);
    expect(await written()).toEqual(['due-digest to the team']);
    const { payload } = await database.db
      .selectFrom('jobs')
      .select('payload')
      .where('template', '=', 'due-digest')
      .executeTakeFirstOrThrow();
    expect(payload).toBe('everybody');
  });
});
