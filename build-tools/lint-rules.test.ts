// Protects: the lint refuses a literal that is spread into another object to fit a line, and is silent about what an owner writes.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#testing/product.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

/** What the lint of the project says of a file. */
function lint(source: string, file = 'example.tsx'): string {
  const folder = temporaryFolder();
  for (const name of ['biome.json', 'build-tools/no-packed-literals.grit']) cpSync(join(root, name), join(folder, name));
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), source);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--error-on-warnings', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** What the compiler says of a file, with the options of the project: it reads content of the owner's, because the product imports it. */
function typesOf(source: string): string {
  const folder = temporaryFolder();
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const options = { ...compilerOptions, lib: ['ES2024'], types: [], incremental: false, tsBuildInfoFile: undefined };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['content.ts'] }));
  writeFileSync(join(folder, 'content.ts'), source);
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  return spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' }).stdout;
}

test('a literal that is spread into another object is refused, and one that depends on a condition is not', () => {
  const refusal = 'Write the fields out';
  expect(lint('export const f = (a: number, b: number) => ({ ...{ a, b }, c: 1 });\n')).toContain(refusal);
  expect(lint('export const f = (href: string) => <a {...{ href }}>Home</a>;\n')).toContain(refusal);
  const conditional = lint('export const f = (a: number | null) => ({ ...(a === null ? {} : { a }), c: 1 });\n');
  expect(conditional).toContain('Checked');
  expect(conditional).not.toContain(refusal);
});

test('what an owner leaves unused, or draws without a title, is no mistake of theirs', () => {
  const noReviews = "const imageDescription = 'An avatar';\n\nexport const testimonials: object[] = [];\n";
  expect(lint(noReviews, 'content/testimonials.ts')).toContain('noUnusedVariables');
  expect(lint(noReviews, 'own/testimonials.ts')).not.toContain('noUnusedVariables');
  expect(typesOf(noReviews)).toBe('');
  expect(lint('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z" /></svg>\n', 'own/logo.svg')).not.toContain('Title');
});
