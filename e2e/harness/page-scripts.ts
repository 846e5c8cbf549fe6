import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#testing/product.ts';

type PublicScripts = { start: string; form: string[] };

const build = join(root, 'build');
const { start, form } = JSON.parse(readFileSync(join(build, 'public-scripts.json'), 'utf8')) as PublicScripts;

/** The scripts that a page loads by itself, by what the build wrote down: of a page with a form, also what keeps and sends it. */
export function scriptsOf(page: { hasForm: boolean }): string[] {
  const found = new Set<string>();
  for (const script of page.hasForm ? [start, ...form, ...lateImports('islands', 'sending')] : [start]) addImports(script, found);
  return [...found];
}

/** The bytes of these scripts on the wire, with brotli. */
export function bytesOf(scripts: string[]): number {
  return scripts.reduce((sum, script) => sum + statSync(join(build, 'client', `${script}.br`)).size, 0);
}

function addImports(script: string, found: Set<string>): void {
  if (found.has(script)) return;
  found.add(script);
  for (const [, name = ''] of textOf(script).matchAll(/(?:from|import) ?["'`]\.\/([\w.-]+\.js)["'`]/g))
    addImports(`/assets/${name}`, found);
}

function lateImports(importer: string, imported: string): string[] {
  const from = form.find((script) => script.startsWith(`/assets/${importer}-`)) ?? '';
  const names = textOf(from).matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]/g);
  return Array.from(names, ([, name = '']) => `/assets/${name}`).filter((script) => script.includes(`/${imported}-`));
}

function textOf(script: string): string {
  return readFileSync(join(build, 'client', script), 'utf8');
}
