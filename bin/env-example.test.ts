// Protects: .env.example agrees with the settings, and a copy of it changes nothing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnv } from '#server/core/settings/env.ts';
import { envExample } from './env-example.ts';

const file = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

test('.env.example is what `npm run env-example` writes', () => {
  expect(file).toBe(envExample());
});

/** The values of the lines after a description that ends like this. */
const valuesAfter = (ending: string) =>
  [...file.matchAll(new RegExp(`^# .* ${ending}:\\n# ([A-Z_]+)=(.+)$`, 'gm'))].map(([, name = '', value]) => [name, value]);

test('a copy of .env.example sets nothing, so that it overrides no setting of a unit or an image', () => {
  expect(file.split('\n').filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
});

test('the defaults in .env.example are the defaults', () => {
  const defaults = valuesAfter('The default');
  expect(defaults.map(([name]) => name)).toEqual(expect.arrayContaining(['PORT', 'HOST', 'DATA_DIR', 'LOG_LEVEL']));
  expect(readEnv(Object.fromEntries(defaults))).toEqual(readEnv({}));
});

test.each(valuesAfter('For example'))('the example of %s is accepted: %s', (name, value) => {
  expect(readEnv({ [name ?? '']: value })).not.toEqual(readEnv({}));
});
