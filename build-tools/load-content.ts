import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isLanguageFile } from '#content-rules/added-languages.ts';
import { type Content, siteFile } from '#content-rules/content-problems.ts';
import { formsFile, type SpecifiedForms } from '#content-rules/form-additions.ts';
import type { MarkdownFile } from '#content-rules/markdown.ts';
import { fillPlaceholders, type Promises } from '#content-rules/promises.ts';
import { moduleShapes } from '#content-rules/shapes.ts';
import { pagesByName } from '../content/page-names.ts';
import { pathOf } from './content-files.ts';
import { importContent } from './content-modules.ts';
import { readMarkdown } from './front-matter.ts';

const pagesFile = 'content/pages.ts';

export async function loadContent(root: string): Promise<Content> {
  const languages = (await readdir(pathOf(root, 'content/roadside'))).filter(isLanguageFile);
  const files = [siteFile, formsFile, ...Object.keys(moduleShapes), ...languages.map((name) => `content/roadside/${name}`)];
  const exports = await Promise.all(files.map((file) => importContent(root, file)));
  const modules = Object.fromEntries(files.map((file, index) => [file, exports[index] ?? {}]));
  return {
    modules: { ...modules, [pagesFile]: await everyPage(root, modules[pagesFile]) },
    services: await loadFolder(root, 'content/services'),
    guides: await loadFolder(root, 'content/guides'),
    shippedServices: (await readdir(join(root, 'content/services'))).map((name) => basename(name, '.md')),
    forms: await loadForms(root),
  };
}

/** With the pages that content/pages.ts does not name, as content/every-page.ts has them. */
async function everyPage(root: string, { pages, ...others }: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const names = (await readdir(pathOf(root, 'content/pages'))).filter((name) => name.endsWith('-head.ts'));
  const heads = await Promise.all(names.map((name) => importContent(root, `content/pages/${name}`)));
  return { ...others, pages: { ...(pages as object), ...pagesByName(heads) } };
}

export async function loadFolder(root: string, folder: string, fill = fillPlaceholders): Promise<MarkdownFile[]> {
  const names = (await readdir(pathOf(root, folder))).filter((name) => name.endsWith('.md')).toSorted();
  return await Promise.all(names.map((name) => loadMarkdown(root, `${folder}/${name}`, fill)));
}

export async function loadMarkdown(root: string, file: string, fill = fillPlaceholders): Promise<MarkdownFile> {
  const { site } = await importContent(root, siteFile);
  const source = fill(await readFile(pathOf(root, file), 'utf8'), site as Promises);
  return { file, slug: basename(file, '.md'), ...readMarkdown(file, source) };
}

/** The forms of a project as they come. */
async function loadForms(root: string): Promise<SpecifiedForms> {
  const { specifiedClaim } = await importContent(root, 'forms/claim-sections.ts');
  const { specifiedPartner, specifiedContact } = await importContent(root, 'forms/enquiry-sections.ts');
  return { claim: specifiedClaim, partner: specifiedPartner, contact: specifiedContact } as SpecifiedForms;
}
