// Protects: browsers are sent constants in place of the content that these are derived from.
import { readdirSync, readFileSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { exampleService, siteSourceWith } from '#testing/fixtures/example-content.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { importContent } from './content-modules.ts';
import { evaluatedModules, unsentSettings } from './evaluated-modules.ts';
import { gatherContent } from './gather-content.mjs';

test('what is derived from content/site.ts is built as constants, and what was switched off is left out', async () => {
  const root = await siteWith({
    openingHours: { times: [{ from: 'Monday', to: 'Friday', opens: '09:00', closes: '17:00' }], bankHolidays: false },
    claimTargetHours: 48,
    newsletter: 'off',
    social: [
      { name: 'Facebook', href: null },
      { name: 'X', href: 'https://x.com/example' },
    ],
  });
  const code = await builtCode(root);
  for (const constant of [
    'openHours = told.openHours ?? "9am to 5pm Monday to Friday except bank holidays"',
    'shortHours = "Mon–Fri 9am–5pm"',
    'withinTarget = told.withinTarget ?? "within 48 hours (not counting days we are closed)"',
    'isAlwaysOpen = false',
    'hasSocialLinks = true',
    'hasNewsletter = false',
  ])
    expect(code).toContain(constant);
  expect(code).not.toContain('function');
});

test('pages count what there is, and carry none of what they count', async () => {
  const root = await siteWith({});
  for (const name of await readdir(join(root, 'content/services'))) await rm(join(root, 'content/services', name));
  await writeFile(join(root, 'content/services/towing.md'), exampleService);
  const step = { title: 'One', text: 'A step.' };
  await writeFile(join(root, 'content/steps.ts'), `export const steps = ${JSON.stringify(Array(13).fill(step))};`);
  const code = await builtCode(root, ['stated-counts', 'pages/services-head']);
  expect(code).toContain('statedServices = "One way"');
  expect(code).toContain('statedSteps = "13 steps"');
  expect(code).toMatch(/"lead": "[^$]+"/);
  expect(code).not.toMatch(/A step|function/);
});

test('the claim form offers nothing of a service that was taken away, and says what it would and does not ask', async () => {
  const { claimTypes, serviceBoxes, notOffered, notAsked } = await offersWithout('personal-injury', 'legal-support');
  expect(claimTypes.map(({ value }) => value)).toEqual(['credit-hire', 'vehicle-repair', 'other']);
  expect(serviceBoxes.map(({ name }) => name)).toEqual(['serviceReplacement', 'serviceRepair']);
  // An owner's own types, whose services are not there either, may follow.
  expect(notOffered).toEqual(
    expect.arrayContaining([
      { label: 'An injury (the official service)', file: 'content/services/personal-injury.md' },
      { label: 'Legal support', file: 'content/services/legal-support.md' },
    ]),
  );
  expect(notAsked).toEqual(['vehicle-storage']);
});

test('a form asks how its sender found the business only where the owner has switched that on', async () => {
  const fieldsWhere = async (isAsked: boolean) => {
    const root = await siteWith({});
    await cp(join(import.meta.dirname, '../forms'), join(root, 'forms'), { recursive: true });
    const file = join(root, 'content/found-us.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('isAsked: false', `isAsked: ${isAsked}`));
    return (await importContent(root, 'forms/claim-options.ts')).additionalFields as object[];
  };
  expect(await fieldsWhere(false)).toMatchObject([{ name: 'additionalInfo' }]);
  const [, field] = await fieldsWhere(true);
  const options = expect.arrayContaining([{ value: 'friend', label: expect.any(String) }]);
  expect(field).toMatchObject({ name: 'foundUs', type: 'select', options });
  expect(field).not.toHaveProperty('required');
});

/** Public pages are rendered on the server alone, but for their forms. */
const serverOnly = /^site\/(?!site-form|form-island|locate-button)/;

test('what is not sent to browsers is read by nothing that runs there', () => {
  const read = ['app', 'forms'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !serverOnly.test(path))
      .map((path) => readFileSync(join(import.meta.dirname, '..', folder, path), 'utf8')),
  );
  for (const name of unsentSettings)
    expect(
      read.filter((text) => text.includes(`site.${name}`)),
      name,
    ).toEqual([]);
});

/** Of a site with a file for each service that the form knows, and one that it does not know, but these. */
async function offersWithout(...services: string[]): Promise<typeof import('#forms/claim-options.ts')> {
  const root = await siteWith({});
  await cp(join(import.meta.dirname, '../forms'), join(root, 'forms'), { recursive: true });
  const file = (name: string) => join(root, `content/services/${name}.md`);
  for (const name of ['credit-hire', 'vehicle-repair', 'legal-support', 'personal-injury', 'vehicle-storage'])
    await writeFile(file(name), exampleService);
  for (const name of services) await rm(file(name));
  return (await importContent(root, 'forms/claim-options.ts')) as unknown as typeof import('#forms/claim-options.ts');
}

async function siteWith(changes: object): Promise<string> {
  const root = temporaryFolder();
  for (const name of ['content', 'package.json'])
    await cp(join(import.meta.dirname, '..', name), join(root, name), { recursive: true });
  const file = join(root, 'content/site.ts');
  await writeFile(file, siteSourceWith(await readFile(file, 'utf8'), changes));
  gatherContent(root);
  return root;
}

async function builtCode(root: string, names = ['stated-hours', 'switches']): Promise<string> {
  const lib = { entry: names.map((name) => join(root, `content/${name}.ts`)), formats: ['es' as const] };
  const outputs = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [evaluatedModules()],
    build: { write: false, minify: false, lib },
  });
  return [outputs]
    .flat()
    .flatMap((bundle) => ('output' in bundle ? bundle.output.map((chunk) => ('code' in chunk ? chunk.code : '')) : []))
    .join('\n');
}
