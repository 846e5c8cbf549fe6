// Protects: readiness is a write to the store, made once for all who ask.
import { describe, expect, test } from 'vitest';
import { engines, testDatabases } from '#testing/databases.ts';
import type { Database } from './database.ts';
import { createWriteProbe } from './write-probe.ts';

const databases = testDatabases();

describe.each(engines)('on %s', (engine) => {
  test('a store that can be written to is written to, once for all who ask at the same time', async () => {
    const database = await databases.open(engine);
    let writes = 0;
    const write: Database['write'] = (work) => {
      writes += 1;
      return database.write(work);
    };
    const before = database.file?.sizes().log;
    const probe = createWriteProbe({ engine, write }, 5_000);
    expect(await Promise.all([probe(), probe(), probe()])).toEqual([null, null, null]);
    expect([await probe(), writes]).toEqual([null, 1]);
    if (before !== undefined) expect(database.file?.sizes().log).toBeGreaterThan(before);
  });
});

test('the reason is said where it cannot be', async () => {
  const database = await databases.open('sqlite');
  await database.close();
  expect(await createWriteProbe(database, 5_000)()).toContain('not open');
});

test('a store that hangs is asked no second time', async () => {
  let writes = 0;
  const write = () => {
    writes += 1;
    return new Promise<never>(() => {});
  };
  const probe = createWriteProbe({ engine: 'sqlite', write }, 50);
  expect(await probe()).toContain('Nothing was written within 0.05 seconds');
  expect(await probe()).toContain('Nothing was written within 0.05 seconds');
  expect(writes).toBe(1);
});
