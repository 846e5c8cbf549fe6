// Protects: the lint refuses a literal that is spread into another object to fit a line.
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** What the lint of the project says of a file. */
function lint(source: string): string {
  const folder = temporaryFolder();
  for (const name of ['biome.json', 'build-tools/no-packed-literals.grit']) cpSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'example.tsx'), source);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '.'], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('a literal that is spread into another object is refused, and one that depends on a condition is not', () => {
  const refusal = 'Write the fields out';
  expect(lint('export const f = (a: number, b: number) => ({ ...{ a, b }, c: 1 });\n')).toContain(refusal);
  expect(lint('export const f = (href: string) => <a {...{ href }}>Home</a>;\n')).toContain(refusal);
  const conditional = lint('export const f = (a: number | null) => ({ ...(a === null ? {} : { a }), c: 1 });\n');
  expect(conditional).toContain('Checked');
  expect(conditional).not.toContain(refusal);
});
