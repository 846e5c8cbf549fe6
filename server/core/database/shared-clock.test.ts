// Protects: instances on one database have one clock, whatever their machines say, and a machine that is wrong is told of.
import { describe, expect, test } from 'vitest';
import { minute } from '#forms/durations.ts';
import { roadside } from '#forms/roadside.ts';
import { operationsModule } from '#server/operations/alarms/operations-alarms.ts';
import { createTestDesk, tenOClock } from '#testing/create-test-desk.ts';
import { engines, setClock, testDatabases } from '#testing/databases.ts';
import { idris, iwona } from '#testing/fixtures/roadside-starts.ts';
import { openTestApp } from '#testing/open-test-app.ts';
import { codeFor, createTestAuth, createTestBrowser, goodPassword } from '#testing/test-accounts.ts';
import { openVisitors } from '#testing/visitors.ts';
import { openSharedClock } from './shared-clock.ts';

const databases = testDatabases();

describe.runIf(engines.includes('postgres'))('beside an instance that is right', () => {
  /** The desk is right; `aheadMs` is by how much the machine of another instance on its database is ahead. */
  async function setup(aheadMs: number) {
    const database = await databases.open('postgres');
    const desk = await createTestDesk(database);
    const app = await openTestApp(database, { now: () => desk.clock.time + aheadMs });
    const alarm = operationsModule.alarms?.find(({ name }) => name === 'clock_differs');
    return { ...desk, other: app, alarm: async () => alarm?.check(app) };
  }

  test('what one ten minutes ahead takes in has the time and the target of the database', async () => {
    const { send, other, advance, submissions } = await setup(10 * minute);
    const there = openVisitors(other, { limits: null, emailsSenders: false, storeClaim: async () => '' });
    await there.send(roadside, idris);
    await advance(minute);
    await send(roadside, iwona);
    const [first, second] = await submissions();
    expect([first?.created_at, second?.created_at]).toEqual([tenOClock, tenOClock + minute]);
    expect([first?.target_at, second?.target_at].map((at) => Number(at) - tenOClock)).toEqual(
      [0, minute].map((at) => at + roadside.ownTargetMinutes * minute),
    );
  });

  test.each([
    [4_900, null],
    [5_000, /^The clock of \S+ is 5 seconds ahead of that of the database\.$/],
    [-10 * minute, /^The clock of \S+ is 600 seconds behind that of the database\.$/],
  ])('one that differs by %d ms: %s', async (aheadMs, sentence) => {
    const { alarm } = await setup(aheadMs);
    expect(await alarm()).toEqual(sentence && expect.stringMatching(sentence));
  });

  test('a clock that is put right is followed, and an answer that comes late moves it no further than it can vouch for', async () => {
    const { database } = await setup(0);
    let own = [tenOClock + 10 * minute];
    const clock = await openSharedClock(database, () => (own.length > 1 ? (own.shift() as number) : (own[0] as number)));
    expect(clock.now()).toBe(tenOClock);
    // It was ten o'clock at some moment of these.
    own = [tenOClock + 10 * minute - 3_000, tenOClock + 10 * minute + 3_000];
    expect(await clock.compare()).toBe(10 * minute);
    own = [tenOClock + 10 * minute - 9_000, tenOClock + 10 * minute - 4_000];
    expect(await clock.compare()).toBe(10 * minute - 4_000);
    own = [tenOClock];
    expect(await clock.compare()).toBe(0);
    expect(clock.now()).toBe(tenOClock);
  });

  test.each([10, -10])(
    'a code of an authenticator is right by the database, and once, where a machine is %d minutes ahead',
    async (ahead) => {
      const database = await databases.open('postgres');
      const { auth, app, join, advance } = await createTestAuth(database);
      const { staff, uri } = await join('hana@kerbside.example');
      const right = Date.now() + minute;
      await setClock(database, right);
      advance((ahead + 1) * minute);
      await app.compareClocks();
      const browser = createTestBrowser();
      const signIn = async (code: string) => {
        browser.saveCookies(await auth.signIn({ email: staff.email, password: goodPassword }, browser.context()));
        return (await auth.enterCode(code, browser.context())).kind;
      };
      expect([await signIn(codeFor(uri)), await signIn(codeFor(uri, right))]).toEqual(['refused', 'signed in']);
      expect(await signIn(codeFor(uri, right)), 'once more').toBe('refused');
    },
  );
});
