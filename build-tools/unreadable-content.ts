import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestName } from '#content-rules/nearest-name.ts';
import { namedAsOwned, nameOf, pathOf } from './content-files.ts';
import { mistypedIn } from './mistyped-code.ts';
import { atLine } from './typed-line.ts';

/**
 * Why a module of the content, or of forms, cannot be loaded, in a sentence that begins with its file and the line; null for an error of
 * something else. For an owner: without a stack, and with what to write instead.
 */
export function unreadableContent(root: string, error: Error): string | null {
  const { message, stack = '' } = error;
  const missing = /^Cannot find module '([^']+)' imported from (\S+)/.exec(message);
  if (missing) return missingFile(root, missing[1] ?? '', missing[2] ?? '');
  const [, folder, path = '', line = ''] = placePattern.exec(stack) ?? [];
  if (!folder) return null;
  const file = `${folder.replace(/^\.?gathered$/, 'content')}/${path}`;
  const [, other = '', name = ''] =
    /^The requested module '([^']+)' does not provide an export named '(\w+)'/.exec(message) ?? [];
  if (name) return missingExport(root, file, other, name);
  const source = readSource(root, file);
  // The second is Vite's.
  const isTyped = error instanceof SyntaxError || message.startsWith('Transform failed');
  const mistyped = isTyped ? mistypedIn(source, Number(line)) : lostImport(root, file, source, message);
  return `${file}: ${mistyped || atLine(Number(line), source.split('\n')[Number(line) - 1] ?? '', notRead(error))}`;
}

/** Of a name that the file as it comes imports, and that of the owner's no more. */
function lostImport(root: string, file: string, source: string, message: string): string | null {
  const [, name] = /^(\w+) is not defined/.exec(message) ?? [];
  const shipped = join(root, file);
  if (!name || !existsSync(shipped)) return null;
  const isImport = (line: string) => /^import \{/.test(line) && new RegExp(`\\b${name}\\b.* from`).test(line);
  const line = readFileSync(shipped, 'utf8').split('\n').find(isImport);
  return line && !source.includes(line)
    ? `says ${name}, and has lost the line that brings it. Put it at the top again: ${line}`
    : null;
}

/** Of a file that cannot be read without a word of where. */
export function mistypedSomewhere(root: string, file: string, error: Error): string | null {
  return error instanceof SyntaxError ? mistypedIn(readSource(root, file), Number.NaN) : null;
}

/** The same with the file named as the owner has it. */
export function tellUnreadable(root: string, error: unknown): string | null {
  const sentence = error instanceof Error ? unreadableContent(root, error) : null;
  return sentence && namedAsOwned(root)(sentence);
}

const placePattern = /\/\.?(content|gathered|forms)\/([\w/-]+\.ts)(?:\?content=\d+)?:(\d+)/;

/** What people write for the values of the language. */
const values: Record<string, string> = { yes: 'true', no: 'false', true: 'true', false: 'false', none: 'null', null: 'null' };

/** Goes on from the file, or the line. */
export function notRead(error: Error): string {
  const [, name] = /^(\w+) is not defined/.exec(error.message) ?? [];
  const value = name && values[name.toLowerCase()];
  if (value) return `has ${name}, where ${value} is meant: write ${value}`;
  if (name) return `has ${name} without quotes: write '${name}'`;
  const [, twice] = /^Identifier '(\w+)' has already been declared/.exec(error.message) ?? [];
  if (twice) return `defines ${twice} twice: keep one, with what both have`;
  const reason = error.message.split('\n')[0]?.trim();
  if (error instanceof SyntaxError)
    return `cannot be read: look there, and at the end of the line before, for a comma, a bracket or a quotation mark that is missing or too many (${reason})`;
  return `cannot be read: ${reason}`;
}

function missingFile(root: string, path: string, from: string): string | null {
  const [importer, wanted] = [from, path].map((one) => nameOf(root, plainPath(one)));
  if (!importer || !wanted || !/^(?:content|forms)\//.test(importer)) return null;
  const folder = dirname(plainPath(path));
  const near = existsSync(folder) ? nearestName(basename(wanted), readdirSync(folder)) : undefined;
  const specifier = posix.relative(posix.dirname(importer), wanted);
  return `${importer}: imports ${specifier.startsWith('.') ? '' : './'}${specifier}, which is not there${near ? `; did you mean ${near}?` : '.'}`;
}

function plainPath(path: string): string {
  const [plain = ''] = path.split('?');
  return plain.startsWith('file:') ? fileURLToPath(plain) : plain;
}

function missingExport(root: string, importer: string, specifier: string, name: string): string {
  const file = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(importer), specifier);
  const exported = [...readSource(root, file).matchAll(/^export (?:const|let|function) (\w+)/gm)].flatMap(
    ([, found]) => found ?? [],
  );
  const near = nearestName(name, exported);
  return near
    ? `${file}: ${near} is not known here; did you mean ${name}?`
    : `${file}: ${name} is missing, which ${importer} imports.`;
}

function readSource(root: string, file: string): string {
  const path = pathOf(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
