// Protects: nothing in the content is without effect.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { site } from './site.ts';

/** Content that nobody reads changes nothing, whatever a business writes there. */
const root = new URL('..', import.meta.url).pathname;
const sources = ['app', 'bin', 'build-tools', 'content', 'content-rules', 'forms', 'server'].flatMap((folder) =>
  sourcesIn(join(root, folder)),
);

const modules = readdirSync(join(root, 'content')).filter((name) => /(?<!\.d|\.test|types)\.ts$/.test(name));

test.each(modules)('what content/%s exports is imported somewhere', (name) => {
  const exported = [...readFileSync(join(root, 'content', name), 'utf8').matchAll(/^export const (\w+)/gm)].map(
    ([, one = '']) => one,
  );
  const readers = sources.filter((text) => text.includes(`/${name}'`));
  expect(exported.filter((one) => !readers.some((text) => new RegExp(`\\b${one}\\b`).test(text)))).toEqual([]);
});

test.each(Object.keys(site))('site.%s is read somewhere', (field) => {
  expect(sources.some((text) => text.includes(`site.${field}`))).toBe(true);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d|\.test)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}
