// Protects: docs/asvs.md answers every requirement of ASVS levels 1 and 2, by files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
const text = read('asvs.md');

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; those of level 3 come after them. */
const sections: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const wanted = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, index) => Array.from({ length: count }, (_, item) => `${chapter}.${index + 1}.${item + 1}`)),
);

const rows = [...text.matchAll(/^\| ([\d., ]+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, items = '', asks = '', state = '', where = '']) => ({
    items: items.split(', '),
    asks,
    state,
    where,
  }),
);

test('every requirement of levels 1 and 2 stands in docs/asvs.md once', () => {
  expect(wanted).toHaveLength(253);
  const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
  expect(rows.flatMap(({ items }) => items).sort(byNumber)).toEqual([...wanted].sort(byNumber));
});

test('Each requirement is met, not applicable or open, and the totals are right', () => {
  const count = (wantedState: string) => rows.filter(({ state }) => state === wantedState).flatMap(({ items }) => items).length;
  const [holds, not, open] = [count('holds'), count('not applicable'), count('open')];
  expect(holds + not + open).toBe(wanted.length);
  expect(text).toContain(`${holds} hold, ${not} do not apply, ${open} are open`);
});

test('Every file named as evidence exists', () => {
  const folders = ['app', 'bin', 'build-tools', 'content', 'content-rules', 'deploy', 'docs', 'e2e', 'forms', 'server'];
  const files = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }));
  const names = new Set([...files.map((file) => basename(file)), ...readdirSync(root)]);
  const mentioned = [...new Set(`${read('security.md')}\n${text}`.match(/[\w./-]+\.(?:tsx?|md|service)\b/g) ?? [])].filter(
    (name) => name !== 'store.ts',
  );
  expect(mentioned.length).toBeGreaterThan(40);
  const missing = mentioned.filter((name) =>
    name.includes('/') ? !existsSync(join(root, 'docs', name)) && !existsSync(join(root, name)) : !names.has(name),
  );
  expect(missing).toEqual([]);
});
