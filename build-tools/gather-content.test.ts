// Protects: the owner's content takes the place of the sample file by file, and misplaced files are refused.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { gatherContent, programFiles } from './gather-content.mjs';

const shipped = {
  'content/site.ts': 'the sample',
  'content/faq.ts': 'questions',
  'content/faq.test.ts': 'a test',
  'content/pages/home-head.ts': 'the home page',
  'content/services/repair.md': 'repairs',
  'content/services/hire.md': 'cars',
  'content/guides/write-off.md': 'a guide',
};

test('without content of the owner’s, what is read is content/ itself', () => {
  const root = project(shipped);
  gatherContent(root);
  expect(readlinkSync(join(root, '.content'))).toBe('content');
  writeFileSync(join(root, 'content/site.ts'), 'changed');
  expect(read(root, 'site.ts')).toBe('changed');
});

test('a file of the owner’s takes the place of the one of the same name, and the others stay', () => {
  const root = project({ ...shipped, 'own/site.ts': 'ours', 'own/pages/home-head.ts': 'our home page' });
  gatherContent(root);
  expect(gatheredFiles(root)).toEqual([
    'faq.ts',
    'guides/write-off.md',
    'pages/home-head.ts',
    'services/hire.md',
    'services/repair.md',
    'site.ts',
  ]);
  expect([read(root, 'site.ts'), read(root, 'pages/home-head.ts'), read(root, 'faq.ts')]).toEqual([
    'ours',
    'our home page',
    'questions',
  ]);
});

test.each(['services', 'guides'])('the folder %s is taken whole', (folder) => {
  const root = project({ ...shipped, [`own/${folder}/recovery.md`]: 'trucks' });
  gatherContent(root);
  expect(gatheredFiles(root).filter((file) => file.startsWith(folder))).toEqual([`${folder}/recovery.md`]);
});

test('what the owner takes away again is that of content/ again, and what a release takes away goes', () => {
  const root = project({ ...shipped, 'own/site.ts': 'ours', 'own/services/recovery.md': 'trucks' });
  gatherContent(root);
  rmSync(join(root, 'own/services'), { recursive: true });
  rmSync(join(root, 'content/faq.ts'));
  gatherContent(root);
  expect(gatheredFiles(root)).toEqual([
    'guides/write-off.md',
    'pages/home-head.ts',
    'services/hire.md',
    'services/repair.md',
    'site.ts',
  ]);
  rmSync(join(root, 'own'), { recursive: true });
  gatherContent(root);
  expect(read(root, 'site.ts')).toBe('the sample');
  expect(readlinkSync(join(root, '.content'))).toBe('content');
});

test('a folder elsewhere is named by CONTENT_DIR, and takes the place of own/', () => {
  const root = project({ ...shipped, 'own/site.ts': 'ours' });
  const elsewhere = project({ 'site.ts': 'from elsewhere' });
  gatherContent(root, elsewhere);
  expect(read(root, 'site.ts')).toBe('from elsewhere');
  expect(() => gatherContent(root, join(elsewhere, 'gone'))).toThrow(/^CONTENT_DIR must be a folder .*, and .*\/gone is none\.$/);
  expect(read(root, 'site.ts')).toBe('from elsewhere');
});

test('once CONTENT_DIR was set, the sample is read only where it is asked for', () => {
  const root = project({ ...shipped, 'our content/site.ts': 'ours' });
  gatherContent(root, 'our content');
  expect(() => gatherContent(root, '')).toThrow(
    'CONTENT_DIR must be set: the content was read from our content before. Set it to content for the sample.',
  );
  expect(read(root, 'site.ts')).toBe('ours');
  gatherContent(root, 'content');
  expect(readlinkSync(join(root, '.content'))).toBe('content');
  gatherContent(root, '');
  expect(read(root, 'site.ts')).toBe('the sample');
});

test('an own that is no folder, or leads to none, is refused', () => {
  const root = project(shipped);
  symlinkSync('../gone', join(root, 'own'));
  expect(() => gatherContent(root)).toThrow(`own must be a folder with content of your own, and ${join(root, 'own')} is none.`);
});

test.each([
  ['sites.ts', 'own/sites.ts would not be read: there is no content/sites.ts whose place it could take.'],
  ['pages/home.ts', 'own/pages/home.ts would not be read: there is no content/pages/home.ts whose place it could take.'],
  ['services/hire.txt', 'own/services/hire.txt would not be read: that folder takes files of markdown'],
  ['services/car hire.md', 'own/services/car hire.md would not be read: that folder takes files of markdown'],
  [
    'services/Vehicle-Storage.md',
    'own/services/Vehicle-Storage.md would not be read: rename it vehicle-storage.md, or remove it.',
  ],
  ['guides/First.MD', 'own/guides/First.MD would not be read: rename it first.md, or remove it.'],
  ['roadside/CY-late.ts', 'own/roadside/CY-late.ts would not be read: rename it cy-late.ts, or remove it.'],
  ['guides/claims/first.md', 'own/guides/claims/first.md would not be read: that folder takes files of markdown'],
])('own/%s has no place, and is refused', (file, sentence) => {
  const root = project({ ...shipped, 'own/site.ts': 'ours' });
  gatherContent(root);
  put(root, { [`own/${file}`]: 'lost', 'own/site.ts': 'later' });
  expect(() => gatherContent(root)).toThrow(sentence);
  expect(read(root, 'site.ts')).toBe('ours');
});

test('a language of the owner’s takes the place of no file, and one of its two files alone is refused', () => {
  const root = project({ ...shipped, 'own/roadside/cy.ts': 'texts', 'own/roadside/cy-late.ts': 'late texts' });
  gatherContent(root);
  expect(gatheredFiles(root)).toEqual(expect.arrayContaining(['roadside/cy-late.ts', 'roadside/cy.ts']));
  rmSync(join(root, 'own/roadside/cy-late.ts'));
  expect(() => gatherContent(root)).toThrow('own/roadside/cy.ts is half of a language: put roadside/cy-late.ts beside it.');
});

test('a copy of what is the program is refused, all of them at once', () => {
  const root = project({ ...shipped, 'content/switches.ts': 'computed', 'content/roadside/languages.ts': 'listed' });
  put(root, { 'own/site.ts': 'ours', 'own/switches.ts': 'computed', 'own/roadside/languages.ts': 'listed' });
  expect(() => gatherContent(root)).toThrow(
    'own/roadside/languages.ts, own/switches.ts would not be read: what computes in content/ is the program, ' +
      'and a copy would miss the fixes of later releases. Remove it from own/.',
  );
  put(root, { 'ours/types.ts': 'types' });
  expect(() => gatherContent(root, 'ours')).toThrow('ours/types.ts would not be read: what computes');
});

test('each file in content/ is either the program, or says something', () => {
  const says =
    /^(?:(?:after-closing|benefits|closed-days|complaints|conditions|contact-cadence|faq|form-fields|found-us|legal|mark|money|no-cost|own-targets|reply-templates|retention-days|site|steps|testimonials|values|why-choose)\.ts|colours(?:-by-night)?\.css|pages\/\w+(?:-\w+)*-head\.ts|roadside\/(?:[a-z]{2}(?:-late)?|read-by)\.ts|(?:services|guides)\/[\w-]+\.md)$/;
  const files = readdirSync(join(import.meta.dirname, '../content'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path) && !path.includes('.test.'));
  expect(files.filter((path) => !says.test(path)).toSorted()).toEqual(programFiles.toSorted());
});

test('what an owner keeps beside their content is left alone', () => {
  const beside: Record<string, string> = { '.git/HEAD': 'ref', 'README.md': 'ours', LICENSE: 'none', 'site.ts~': 'before' };
  const others = `.gitignore .DS_Store opening-hours.test.ts .site.ts.swp site.ts.swp pages/.#home-head.ts #site.ts# 4913 services/4913
    Thumbs.db desktop.ini site.ts.bak site.ts___jb_tmp___ .idea/workspace.xml .vscode/settings.json`;
  for (const file of others.split(/\s+/)) beside[file] = '';
  const own = Object.fromEntries(Object.entries(beside).map(([file, text]) => [`own/${file}`, text]));
  const root = project({ ...shipped, ...own, 'own/site.ts': 'ours' });
  gatherContent(root);
  expect(gatheredFiles(root).filter((file) => file in beside)).toEqual([]);
  for (const [file, text] of Object.entries(own)) expect(readFileSync(join(root, file), 'utf8')).toBe(text);
});

test('the user that runs the product may read it, whatever the umask was', () => {
  const root = project({ ...shipped, 'own/pages/home-head.ts': 'ours' });
  const script = `process.umask(0o077);
    const { gatherContent } = await import(${JSON.stringify(join(import.meta.dirname, 'gather-content.mjs'))});
    gatherContent(${JSON.stringify(root)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
  const modeOf = (path: string) => statSync(join(root, '.content', path)).mode & 0o777;
  expect(['', 'pages', 'services'].map(modeOf)).toEqual([0o755, 0o755, 0o755]);
  expect(['site.ts', 'pages/home-head.ts', '.note.json'].map(modeOf)).toEqual([0o644, 0o644, 0o644]);
});

test('the second time nothing is written', () => {
  const root = project({ ...shipped, 'own/site.ts': 'ours' });
  gatherContent(root);
  const times = () => gatheredFiles(root).map((file) => statSync(join(root, '.content', file)).ctimeMs);
  const before = [...times(), lstatSync(join(root, '.content')).ctimeMs];
  gatherContent(root);
  expect([...times(), lstatSync(join(root, '.content')).ctimeMs]).toEqual(before);
});

test('a file of the owner’s may be a link, and what is no file is told in a sentence', () => {
  const root = project({ ...shipped, 'own/site.ts': 'ours' });
  writeFileSync(join(root, 'brand.svg'), 'a drawing');
  symlinkSync('../brand.svg', join(root, 'own/logo.svg'));
  gatherContent(root);
  expect(read(root, 'logo.svg')).toBe('a drawing');
  writeFileSync(join(root, 'brand.svg'), 'another drawing');
  gatherContent(root);
  expect(read(root, 'logo.svg')).toBe('another drawing');
  mkdirSync(join(root, 'folder'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  for (const [target, sentence] of [
    ['../gone', 'it is a link that leads to nothing'],
    ['logo.svg', 'it is a link that leads back to where it is'],
    ['../folder', 'it is a folder, and has the name of a file'],
    ['../pipe', 'it is no file'],
  ] as const) {
    rmSync(join(root, 'own/logo.svg'));
    symlinkSync(target, join(root, 'own/logo.svg'));
    expect(() => gatherContent(root), target).toThrow(`own/logo.svg cannot be read: ${sentence}.`);
  }
});

test('a link to the content of another copy of the project, and a folder from before, are replaced', () => {
  const [root, other] = [project(shipped), project(shipped)];
  gatherContent(root);
  rmSync(join(root, '.content'));
  put(root, { '.content/site.ts': 'old' });
  gatherContent(root);
  expect(readlinkSync(join(root, '.content'))).toBe('content');
  put(other, { 'content/site.ts': 'of another' });
  expect(read(root, 'site.ts')).toBe('the sample');
});

function project(files: Record<string, string>): string {
  const root = temporaryFolder();
  put(root, files);
  return root;
}

function put(root: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

function read(root: string, file: string): string {
  return readFileSync(join(root, '.content', file), 'utf8');
}

function gatheredFiles(root: string): string[] {
  const files = readdirSync(join(root, '.content'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => statSync(join(root, '.content', file)).isFile() && !file.startsWith('.note')).toSorted();
}
