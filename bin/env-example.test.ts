import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { envExample } from './env-example.ts';

const file = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

test('.env.example is what `npm run env-example` writes', () => {
  expect(file).toBe(envExample());
});

test('the settings of .env.example are the defaults', () => {
  const given = [...file.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [name, value]);
  expect(readEnv(Object.fromEntries(given))).toEqual(readEnv({}));
});

test.each([...file.matchAll(/^# ([A-Z_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]))(
  'the example of %s is accepted: %s',
  (name, value) => {
    expect(readEnv({ [name]: value })).not.toEqual(readEnv({}));
  },
);
