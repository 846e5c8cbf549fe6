// Protects: an attempt to make contact and the next step are one act, which can be taken back, and nobody is called twice at once.
import { expect, test } from 'vitest';
import { callingHours } from '#content/calling-hours.ts';
import { hour, minute } from '#forms/durations.ts';
import { timeAfterSpeaking, timeToTryAgain } from '#forms/next-time.ts';
import { readClaimPage } from '#server/people/claimant/claim-page.ts';
import { createTestDesk } from '#testing/create-test-desk.ts';
import { testDatabases } from '#testing/databases.ts';
import { aoife } from '#testing/fixtures/people.ts';
import { grace, olu } from '#testing/fixtures/test-staff.ts';
import type { Action } from './actions.ts';

const databases = testDatabases();

async function setup() {
  const testDesk = await createTestDesk(await databases.open(), { emailsSenders: true });
  const id = await testDesk.storeClaim(aoife);
  const attempt = (outcome: string, line = '', staff = olu) =>
    testDesk.desk.runAction(staff, id, { type: 'contact attempted', outcome, line });
  const view = async () => {
    const found = await testDesk.desk.submission(olu, id);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  return { ...testDesk, id, attempt, view };
}

test('a call with an arranged call-back is one act: contacted, told, and back at that time', async () => {
  const { attempt, view, clock } = await setup();
  expect(await attempt('spoke', 'wants a van +2h')).toMatchObject({ kind: 'done', undo: { type: 'attempt undone' } });
  const after = await view();
  expect(after).toMatchObject({
    status: 'contacted',
    attemptCount: 1,
    next: { kind: 'call back', at: clock.time + 2 * hour, by: { id: olu.id } },
    attempts: [{ outcome: 'spoke', text: 'wants a van +2h', by: olu.name, next: clock.time + 2 * hour }],
  });
  expect(after.emails.filter(({ template }) => template === 'progress')).toHaveLength(1);
});

test.each<Action>([{ type: 'contacted' }, { type: 'contact attempted', outcome: 'spoke', line: '' }])(
  'where no time was agreed, the claim is back in the calling hours of the next day: $type',
  async (action) => {
    const { view, desk, id, clock } = await setup();
    await desk.runAction(olu, id, action);
    expect((await view()).next).toMatchObject({ kind: 'chase', at: timeAfterSpeaking(clock.time, callingHours) });
  },
);

test('an attempt that reaches nobody keeps no promise, and is repeated by the cadence until somebody decides', async () => {
  const { attempt, view, clock, advance } = await setup();
  for (const outcome of ['no-answer', 'left-message', 'no-answer', 'no-answer']) {
    await attempt(outcome);
    const { status, next } = await view();
    expect([status, next?.kind]).toEqual(['new', 'try again']);
    await advance((next?.at ?? 0) - clock.time);
  }
  await attempt('no-answer');
  expect(await view()).toMatchObject({ status: 'new', next: { kind: 'decide', at: clock.time }, attemptCount: 5 });
  expect((await view()).emails.filter(({ template }) => template === 'progress')).toEqual([]);
});

test('closing says why in a line to whoever is told, and how long it is kept follows from how it is closed', async () => {
  const { attempt, view, desk, id, storeClaim } = await setup();
  const close = (fields: { pursued?: 'no' | 'not for us'; why?: string }, of = id) =>
    desk.runAction(olu, of, { type: 'closed', ...fields });
  expect(await attempt('shouted')).toMatchObject({ kind: 'refused' });
  expect(await close({})).toMatchObject({ kind: 'refused', message: 'Say why in one line, which the claimant reads.' });
  expect(await close({ why: 'w'.repeat(301) })).toMatchObject({ kind: 'refused' });
  expect(await view()).toMatchObject({ status: 'new', attempts: [] });
  expect(await close({ why: 'Settled.' })).toMatchObject({ kind: 'done' });
  expect(await view()).toMatchObject({ status: 'closed', isNotPursued: false, next: null, closingReason: 'Settled.' });
  expect(await attempt('spoke')).toMatchObject({ kind: 'refused' });
  await desk.runAction(olu, id, { type: 'reopened' });
  expect((await view()).closingReason).toBeNull();
  await close({ pursued: 'not for us', why: 'At fault.' });
  expect(await view()).toMatchObject({ isNotPursued: true, closingReason: 'At fault.' });
  // Nobody is told, so that nobody has to say why.
  expect(await close({}, await storeClaim(aoife, { formName: 'Contact Us' }))).toMatchObject({ kind: 'done' });
});

test('the line that says why holds nothing that cannot be seen, or turns it round', async () => {
  const { desk } = await setup();
  const read = (why: string) => desk.readAction((name) => ({ act: 'closed', why })[name] ?? null);
  expect(read('\u202eSold\u2066\n the  car.')).toEqual({ type: 'closed', why: 'Sold the car.' });
  expect(read('\u200b\u202e')).toEqual({ type: 'closed' });
});

test('what was typed stays whole, whatever is read in it, and what only looks like a time is none where somebody says so', async () => {
  const { view, desk, id, clock } = await setup();
  for (const [line, noTime] of [
    ['Excess 12.50', null],
    ['ring on Fri 27 Nov at 10am', null],
    ['parks by pump t11', 'on'],
  ] as const)
    await desk.runAction(olu, id, { type: 'contact attempted', outcome: 'no-answer', line, noTime });
  const { attempts } = await view();
  expect(attempts.map(({ text }) => text).toSorted()).toEqual([
    'Excess 12.50',
    'parks by pump t11',
    'ring on Fri 27 Nov at 10am',
  ]);
  const nextOf = (start: string) => attempts.find(({ text }) => text.startsWith(start))?.next;
  expect(nextOf('ring')).toBe(Date.UTC(2026, 10, 27, 10));
  expect(nextOf('Excess')).toBe(timeToTryAgain(1, clock.time, callingHours));
  expect(nextOf('parks')).toBe(timeToTryAgain(3, clock.time, callingHours));
  const written = { type: 'contact attempted', outcome: 'left-message', channel: 'sms', words: 'Hello' } as const;
  expect(await desk.runAction(olu, id, { ...written, line: 'asked for his excess' })).toMatchObject({ kind: 'refused' });
});

test('taking the last attempt back restores what was before, also hours later', async () => {
  const { attempt, view, desk, id, advance } = await setup();
  await attempt('spoke', 'first t10');
  const before = await view();
  await advance(3 * hour);
  await attempt('wrong-number');
  await advance(5 * hour);
  const [last] = (await view()).attempts;
  const undone = { type: 'attempt undone' as const, attemptId: last?.id ?? '' };
  expect(await desk.runAction(grace, id, undone)).toMatchObject({ kind: 'done', undo: null });
  const { status, next, attemptCount, recorded, isNotPursued, attempts } = await view();
  expect({ status, next, attemptCount, recorded, isNotPursued, attempts }).toEqual({
    status: before.status,
    next: before.next,
    attemptCount: before.attemptCount,
    recorded: before.recorded,
    isNotPursued: before.isNotPursued,
    attempts: before.attempts,
  });
  expect(await desk.runAction(grace, id, undone)).toMatchObject({ kind: 'refused' });
});

test('taking an earlier attempt back leaves the next step, and the promise is kept by the next one that spoke', async () => {
  const { attempt, view, desk, id, clock, advance } = await setup();
  const first = (await view()).next;
  await attempt('spoke', 'somebody else t10');
  await advance(hour);
  await attempt('spoke', 'the driver fri 9', grace);
  const { attempts, next } = await view();
  await desk.runAction(olu, id, { type: 'attempt undone', attemptId: attempts[1]?.id ?? '' });
  const now = await view();
  expect(now.next).toEqual(next);
  expect(now.recorded).toMatchObject([{ name: 'contacted', at: clock.time, by: grace.name }]);
  await desk.runAction(olu, id, { type: 'attempt undone', attemptId: attempts[0]?.id ?? '' });
  expect(await view()).toMatchObject({ status: 'new', attemptCount: 0, attempts: [], recorded: [], next: first });
});

test('the claimant reads that we spoke to them, or left a message, and nothing of what was taken back', async () => {
  const { attempt, view, desk, id, advance, clock, database } = await setup();
  const page = () => readClaimPage(database, id);
  await attempt('no-answer');
  await advance(hour);
  await attempt('left-message');
  expect(await page()).toMatchObject({
    contactedAt: null,
    messageLeftAt: clock.time,
    done: [{ at: clock.time, text: 'We rang you and left a message.' }],
  });
  await advance(hour);
  await attempt('spoke');
  const spoke = { at: clock.time, text: 'We spoke to you.' };
  expect(await page()).toMatchObject({ contactedAt: clock.time, messageLeftAt: null });
  expect((await page())?.done).toEqual([{ at: clock.time - hour, text: 'We rang you and left a message.' }, spoke]);
  const message = (await view()).attempts.find(({ outcome }) => outcome === 'left-message');
  await desk.runAction(olu, id, { type: 'attempt undone', attemptId: message?.id ?? '' });
  expect((await page())?.done).toEqual([spoke]);
});

test('while somebody calls nobody else begins to, until it is recorded, ended, or ten minutes passed', async () => {
  const { desk, id, attempt, clock, view, advance } = await setup();
  const call = (staff: typeof olu) => desk.runAction(staff, id, { type: 'call begun', seen: null });
  const both = await Promise.all([call(olu), call(grace)]);
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
  const [first, second] = both[0]?.kind === 'done' ? [olu, grace] : [grace, olu];
  expect(await call(second)).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(`${first.name} began to call`),
  });
  expect(await call(first)).toMatchObject({ kind: 'done' });
  expect((await view()).next?.calling).toMatchObject({ id: first.id, until: clock.time + 10 * minute });
  await advance(10 * minute);
  expect(await call(second)).toMatchObject({ kind: 'done' });
  await attempt('no-answer', '', second);
  expect((await view()).next?.calling).toBeNull();
  expect(await call(first)).toMatchObject({ kind: 'done' });
});
