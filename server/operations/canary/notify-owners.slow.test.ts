// Protects: owners are told of each part of the way that breaks, once, also where it works in between; and a late email of ours is not kept.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import type { CanaryStep } from '#server/core/database/operation-tables.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { createTestCanary } from '#testing/test-canary.ts';
import { canaryArrival, canaryHeader, makeMark } from './canary-mark.ts';
import { mustNotify } from './canary-runs.ts';

const databases = testDatabases();
const names: Record<string, CanaryStep | null> = { '.': null, s: 'store', e: 'endpoint', m: 'mailer', b: 'mailbox' };

/** At which of these runs, of which each is a letter, owners are told; one is every five minutes. */
function toldAt(steps: string): number[] {
  const runs = [...steps].map((letter, index) => ({ begun_at: index * 5 * minute, failed_step: names[letter] ?? null }));
  return runs.flatMap((_, index) => (mustNotify(runs.slice(0, index + 1).toReversed()) ? [index] : []));
}

describe('when owners are told', () => {
  test.each([
    ['the second in a row, once', '.m.mmmmmm', [4]],
    ['what fails on and off is told once', 'bb.bb.bb.bb.bb.bb.bb.bb.bb.bb', [1]],
    ['what was well for more than an hour is told again', `ee${'.'.repeat(13)}ee`, [1, 16]],
    ['another step is told too, though the first still fails', 'bbbbssss', [1, 4]],
    ['and so it is soon after the first was well', 'bb.ee', [1, 4]],
    ['two that change places are told of each', 'smsmsmsm', [1, 2]],
    ['one alone is not', '.m.m.m.', []],
  ])('%s (%s)', (_, steps, expected) => {
    expect(toldAt(steps)).toEqual(expected);
  });
});

test('a step that breaks while another is known to be broken is told by push and email', async () => {
  const { run, sqlite, limits, told } = await createTestCanary();
  limits.toSend = 50;
  sqlite.exec(`create trigger still after insert on jobs when new.kind = 'canary' begin
    update jobs set run_at = run_at + 3600000 where id = new.id; end`);
  for (let count = 0; count < 3; count += 1) await run();
  expect(told().emailed).toHaveLength(1);
  sqlite.exec(`create trigger full before insert on form_submissions begin select raise(abort, 'The disk is full'); end`);
  for (let count = 0; count < 3; count += 1) await run();
  expect(told().emailed.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('background work stands still'),
    expect.stringContaining('a claim cannot be stored'),
  ]);
});

test('a store that lets a run begin and never end is told of', async () => {
  const { run, sqlite, told, alarms, clock, services, url } = await createTestCanary();
  sqlite.exec(`create trigger full before update of ended_at on canary_runs begin select raise(abort, 'The disk is full'); end`);
  await run();
  // It looks whether another run is due.
  clock.now += minute / 2;
  expect(await services.canary.run(url)).toBe(false);
  expect([await alarms(), told().emailed]).toEqual([[], []]);
  await run();
  expect(await alarms()).toMatchObject([{ name: 'canary_stopped', message: expect.stringContaining('The disk is full') }]);
  expect(told().emailed).toHaveLength(1);
  sqlite.exec('drop trigger full');
  await run();
  expect(await alarms()).toEqual([]);
});

test('an email of a run is recognised days later, when the mailbox can be read again, and no other that quotes it is', async () => {
  const { app, clock } = await createTestDesk(await databases.open('sqlite'));
  const arrival = (raw: Uint8Array) => canaryArrival(app, raw);
  const line = `${canaryHeader}: ${makeMark(app, 'email', 'run-1')}`;
  clock.time += 4 * 24 * 60 * minute;
  expect(arrival(Buffer.from(`Subject: One\r\n${line}\r\n\r\nText`))).not.toBeNull();
  for (const other of [`Subject: One\r\n\r\n${line}\r\n`, `Subject: One\r\n ${line}\r\n\r\nText`, `X-${line}\r\n\r\nText`])
    expect(arrival(Buffer.from(other))).toBeNull();
});
