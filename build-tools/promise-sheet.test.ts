// Protects: the list of what the site promises, for the owner, has the words of the site and misses no feature of a service.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The sample, which the list is about: what another business promises is in its own content. */
const content = fileURLToPath(new URL('../content', import.meta.url));
const sheet = readFileSync(join(content, '../docs/promises.md'), 'utf8');
const quoted = [...sheet.matchAll(/^\| “([^”]+)” \|/gm)].map(([, quote = '']) => quote);

const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|md)$/.test(name));
const read = (name: string) => readFileSync(join(content, name), 'utf8').replaceAll(/\$always\(([^()|]*)(?:\|[^()]*)?\)/g, '$1');

test('each promise in the list is in the words of the site', () => {
  const words = [...files.map(read), readFileSync(join(content, '../forms/claim.ts'), 'utf8')]
    .join('\n')
    .replaceAll(/\$\{withinTarget\}/g, 'within 24 hours');
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter((quote) => !words.includes(quote))).toEqual([]);
});

test('each feature of a service is in the list', () => {
  const features = files
    .filter((name) => name.startsWith('services/'))
    .flatMap((name) => /^features:\n((?: {2}- .*\n)+)/m.exec(read(name))?.[1]?.trim().split('\n') ?? [])
    .map((line) => line.trim().replace(/^- "?|"$/g, ''));
  expect(features.length).toBeGreaterThan(20);
  expect(features.filter((feature) => !quoted.includes(feature))).toEqual([]);
});
