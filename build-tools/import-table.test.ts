// Protects: the import table that people read is the one that is enforced, and it has every folder of the product.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const table: Record<string, string[]> = createRequire(import.meta.url)('./import-table.cjs');

test('ARCHITECTURE.md shows the table that is enforced', () => {
  const [, shownTable = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('| folder | may import |');
  const rows = shownTable.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|$/gm);
  const shown = Object.fromEntries(
    [...rows].map(([, folder = '', allowed = '']) => [
      folder.replaceAll('`', ''),
      allowed.trim() === 'nothing' ? [] : [...allowed.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ]),
  );
  expect(shown).toEqual(table);
});

test('every folder of the product has a row, or lies in one that has', () => {
  const rows = Object.keys(table);
  const withoutRow = ['app', 'server'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
      .map(({ parentPath }) => relative(root, parentPath))
      .filter((folder) => folder !== top && !rows.some((row) => `${folder}/`.startsWith(`${row}/`))),
  );
  expect(rows).toEqual(expect.arrayContaining(['content', 'forms']));
  expect(withoutRow).toEqual([]);
});
