import { expect, test } from 'vitest';
import { testDatabases } from '#testing/databases.ts';
import { createBrowser, openDoor } from '#testing/staff.ts';

const databases = testDatabases();
const rounds = 15;

/** Of how long each took, the middle one; taken in turn, so that what else the machine does falls on both alike. */
async function compare(one: (round: number) => Promise<unknown>, other: (round: number) => Promise<unknown>): Promise<number> {
  const [first, second]: number[][] = [[], []];
  const time = async (work: () => Promise<unknown>, into: number[] | undefined) => {
    const began = performance.now();
    await work();
    into?.push(performance.now() - began);
  };
  for (let round = -1; round < rounds; round += 1) {
    await time(() => one(round), round < 0 ? [] : first);
    await time(() => other(round), round < 0 ? [] : second);
  }
  const middle = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return middle(first) / middle(second);
}

test('how long it takes says nothing about whether there is an account: at the door, when locked, and for a new password', async () => {
  const { auth, join, pass } = openDoor(await databases.open('sqlite'));
  const known = 'hana@kerbside.example';
  await join(known);
  const closed = await join('gone@kerbside.example');
  const owner = await join('olu@kerbside.example', 'owner');
  await auth.colleagues.close(owner.staff, closed.staff.id);
  const sign = (email: string) => auth.signIn({ email, password: 'not the password' }, createBrowser().ask());
  // Never so often that it locks.
  const passing = (email: string) => {
    pass(4 * 60_000);
    return sign(email);
  };
  const near = (ratio: number) => expect(ratio).toSatisfy((value: number) => value > 0.75 && value < 1.33);

  near(
    await compare(
      () => passing(known),
      (round) => passing(`nobody-${round}@kerbside.example`),
    ),
  );
  near(
    await compare(
      () => passing('gone@kerbside.example'),
      (round) => passing(`no-one-${round}@kerbside.example`),
    ),
  );
  for (let i = 0; i < 6; i += 1) await Promise.all([sign(known), sign('nobody@kerbside.example')]);
  expect((await sign(known)).kind).toBe('refused');
  expect(
    await compare(
      () => sign(known),
      () => sign('nobody@kerbside.example'),
    ),
  ).toBeLessThan(4);
  near(
    await compare(
      () => auth.askForReset(known, null),
      () => auth.askForReset('nobody@kerbside.example', null),
    ),
  );
}, 120_000);
