// Protects: response times do not tell whether an account exists.
import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { createTestAuth, createTestBrowser } from '#testing/test-accounts.ts';
import { undisturbed } from '#testing/undisturbed.ts';

const databases = testDatabases();
const rounds = 7;

/**
 * Compares the processor time that each takes, in all threads of this process. That is what a stranger can measure without all other
 * influences, and the same on a busy machine.
 */
async function compare(one: (round: number) => Promise<unknown>, other: (round: number) => Promise<unknown>) {
  const spent = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [first, second] = [0, 0];
  for (let round = -1; round < rounds; round += 1) {
    const took = [await spent(() => one(round)), await spent(() => other(round))];
    // The first round fills caches and does not count.
    if (round < 0) continue;
    first += took[0] ?? 0;
    second += took[1] ?? 0;
  }
  return { ratio: first / second, microseconds: Math.max(first, second) / rounds };
}

test('the response time at sign-in does not disclose whether an account exists, locked or not', async () => {
  const { auth, join, advance } = await createTestAuth(await databases.open('sqlite'), { hasFullHashCost: true });
  const known = 'hana@kerbside.example';
  await join(known);
  const closed = await join('gone@kerbside.example');
  const owner = await join('grace@kerbside.example', 'owner');
  await auth.accounts.close(owner.staff, closed.staff.id);
  const sign = (email: string) => auth.signIn({ email, password: 'not the password' }, createTestBrowser().context());
  // The attempts are too rare to lock the account.
  const passing = (email: string) => {
    advance(4 * 60_000);
    return sign(email);
  };
  const isNear = ({ ratio }: { ratio: number }) => ratio > 0.75 && ratio < 1.33;

  expect(
    await undisturbed(
      () =>
        compare(
          () => passing(known),
          (round) => passing(`nobody-${round}@kerbside.example`),
        ),
      isNear,
    ),
  ).toSatisfy(isNear);
  expect(
    await undisturbed(
      () =>
        compare(
          () => passing('gone@kerbside.example'),
          (round) => passing(`no-one-${round}@kerbside.example`),
        ),
      isNear,
    ),
  ).toSatisfy(isNear);
  // For locked accounts neither password is checked, so both cost next to nothing.
  for (let i = 0; i < 6; i += 1) await Promise.all([sign(known), sign('nobody@kerbside.example')]);
  expect((await sign(known)).kind).toBe('refused');
  const locked = await compare(
    () => sign(known),
    () => sign('nobody@kerbside.example'),
  );
  expect(locked.microseconds).toBeLessThan(20_000);
});

test('the response to a request for a new password takes as long with an account as without', async () => {
  const { auth, join } = await createTestAuth(await databases.open('sqlite'), { hasFullHashCost: true });
  await join('hana@kerbside.example');
  for (const email of ['hana@kerbside.example', 'nobody@kerbside.example']) {
    const began = performance.now();
    await auth.requestReset(email, null);
    expect(performance.now() - began).toBeGreaterThan(390);
  }
});
