import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { evaluatedModules } from './evaluated-modules.ts';

test('what is derived from content/site.ts is built as constants, and what was switched off is left out', async () => {
  const root = await siteWith(
    [
      "openingHours: 'always'",
      "openingHours: { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }], bankHolidays: false }",
    ],
    ['claimTargetHours: 24', 'claimTargetHours: 48'],
    ["newsletter: 'placeholder'", "newsletter: 'off'"],
    ["name: 'X', href: null", "name: 'X', href: 'https://x.com/example'"],
  );
  const code = await builtCode(root);
  for (const constant of [
    'openHours = "9am to 5pm Monday to Friday except bank holidays"',
    'shortHours = "Mon–Fri 9am–5pm"',
    'withinTarget = "within 48 hours"',
    'isAlwaysOpen = false',
    'hasSocialLinks = true',
    'hasNewsletter = false',
  ])
    expect(code).toContain(constant);
  expect(code).not.toContain('function');
});

async function siteWith(...changes: [before: string, after: string][]): Promise<string> {
  const root = temporaryFolder();
  await cp(new URL('../content', import.meta.url), join(root, 'content'), { recursive: true });
  const file = join(root, 'content/site.ts');
  const source = await readFile(file, 'utf8');
  await writeFile(
    file,
    changes.reduce((text, [before, after]) => text.replace(before, after), source),
  );
  return root;
}

async function builtCode(root: string): Promise<string> {
  const lib = { entry: ['stated-hours', 'switches'].map((name) => join(root, `content/${name}.ts`)), formats: ['es' as const] };
  const outputs = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [evaluatedModules()] },
    build: { write: false, minify: false, lib },
  });
  return [outputs]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []))
    .join('\n');
}
